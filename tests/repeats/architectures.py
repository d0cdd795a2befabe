"""Architectures whose modules are known, small and with random weights, but as deep as people have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Built = tuple[Any, tuple[Any, ...], dict[str, Any]]

_TEXT: dict[str, Any] = {
    "vocab_size": 99,
    "hidden_size": 32,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "max_position_embeddings": 64,
}
_GROUPED = _TEXT | {"num_key_value_heads": 2}
_NARROW = _GROUPED | {"head_dim": 8}
_TOWERS = {
    "vocab_size": 99,
    "d_model": 32,
    "encoder_layers": 4,
    "decoder_layers": 4,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
}
_TOKENS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 0}
_IMAGES = _TEXT | {"image_size": 32, "patch_size": 8}

#: Classes of transformers: settings, and which inputs they take.
LANGUAGE: dict[str, tuple[str, dict[str, Any], str]] = {
    "bert": ("BertModel", _TEXT | {"num_hidden_layers": 12}, "text"),
    "roberta": ("RobertaForMaskedLM", _TEXT, "text"),
    "distilbert": (
        "DistilBertModel",
        {"vocab_size": 99, "dim": 32, "n_layers": 6, "n_heads": 4, "hidden_dim": 64},
        "text",
    ),
    "deberta": ("DebertaV2Model", _TEXT | {"relative_attention": True, "pos_att_type": ["p2c", "c2p"]}, "text"),
    "modernbert": ("ModernBertModel", _TEXT | _TOKENS | {"cls_token_id": 1, "sep_token_id": 2}, "text"),
    "gpt2": (
        "GPT2LMHeadModel",
        {"vocab_size": 99, "n_positions": 64, "n_embd": 32, "n_layer": 12, "n_head": 4},
        "text",
    ),
    "llama": ("LlamaForCausalLM", _GROUPED | {"num_hidden_layers": 8}, "text"),
    "gemma2": ("Gemma2ForCausalLM", _NARROW | {"sliding_window": 32}, "text"),
    "gemma3": ("Gemma3ForCausalLM", _NARROW | {"sliding_window": 32, "num_hidden_layers": 7}, "text"),
    "mistral": ("MistralForCausalLM", _GROUPED, "text"),
    "mixtral": ("MixtralForCausalLM", _GROUPED | {"num_local_experts": 4}, "text"),
    "qwen3": ("Qwen3ForCausalLM", _NARROW, "text"),
    "phi": ("PhiForCausalLM", _TEXT, "text"),
    "opt": ("OPTForCausalLM", {**_TEXT, "ffn_dim": 64, "word_embed_proj_dim": 32}, "text"),
    "bloom": ("BloomForCausalLM", {"vocab_size": 99, "hidden_size": 32, "n_layer": 4, "n_head": 4}, "text"),
    "gpt_neox": ("GPTNeoXForCausalLM", _TEXT, "text"),
    "falcon": ("FalconForCausalLM", _TEXT | {"new_decoder_architecture": False, "multi_query": False}, "text"),
    "mamba": ("MambaModel", {"vocab_size": 99, "hidden_size": 16, "num_hidden_layers": 4, "state_size": 4}, "text"),
    "t5": (
        "T5ForConditionalGeneration",
        {"vocab_size": 99, "d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 4, "num_heads": 4},
        "pair",
    ),
    "bart": ("BartForConditionalGeneration", _TOWERS | {"max_position_embeddings": 64}, "pair"),
    "whisper": (
        "WhisperForConditionalGeneration",
        _TOWERS | {"num_mel_bins": 16, "max_source_positions": 16, "max_target_positions": 32},
        "sound",
    ),
    "vit_hf": ("ViTModel", _IMAGES, "image"),
    "dinov2": ("Dinov2Model", _IMAGES | {"mlp_ratio": 2}, "image"),
    "swin_hf": (
        "SwinModel",
        {
            "image_size": 64,
            "patch_size": 2,
            "embed_dim": 16,
            "depths": [2, 2, 6, 2],
            "num_heads": [2, 2, 4, 4],
            "window_size": 4,
        },
        "large image",
    ),
    "segformer": (
        "SegformerForSemanticSegmentation",
        {
            "hidden_sizes": [8, 16, 16, 32],
            "decoder_hidden_size": 16,
            "depths": [3, 4, 6, 3],
            "num_attention_heads": [1, 2, 2, 4],
        },
        "large image",
    ),
}

#: Models of timm: name there, size of the images, further arguments.
VISION: dict[str, tuple[str, int, dict[str, Any]]] = {
    "resnet18": ("resnet18", 64, {}),
    "resnet50": ("resnet50", 64, {}),
    "seresnet": ("seresnet18", 64, {}),
    "densenet": ("densenet121", 64, {}),
    "inception": ("inception_v3", 96, {}),
    "xception": ("xception41", 64, {}),
    "mobilenet_v2": ("mobilenetv2_050", 64, {}),
    "mobilenet_v3": ("mobilenetv3_small_100", 64, {}),
    "efficientnet": ("efficientnet_b0", 64, {}),
    "regnet": ("regnety_002", 64, {}),
    "ghostnet": ("ghostnet_050", 64, {}),
    "hrnet": ("hrnet_w18_small", 64, {}),
    "dla": ("dla34", 64, {}),
    "res2net": ("res2net50_26w_4s", 64, {}),
    "convnext": ("convnext_atto", 64, {}),
    "vit": ("vit_tiny_patch16_224", 64, {"img_size": 64}),
    "cait": ("cait_xxs24_224", 64, {"img_size": 64, "depth": 6}),
    "swin": ("swin_tiny_patch4_window7_224", 112, {"img_size": 112, "embed_dim": 24, "num_heads": (2, 2, 4, 4)}),
    "swin_v2": ("swinv2_tiny_window8_256", 128, {"img_size": 128, "embed_dim": 24, "num_heads": (2, 2, 4, 4)}),
    "poolformer": ("poolformer_s12", 64, {}),
    "levit": ("levit_128s", 224, {}),
    "mobilevit": ("mobilevit_xxs", 64, {}),
    "edgenext": ("edgenext_xx_small", 64, {}),
    "coatnet": ("coatnet_pico_rw_224", 224, {}),
    "mixer": ("mixer_s32_224", 64, {"img_size": 64}),
    "convmixer": ("convmixer_768_32", 56, {}),
    "focalnet": ("focalnet_tiny_srf", 64, {}),
}


def _inputs(kind: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    import torch

    ids = torch.randint(3, 99, (2, 8))
    if kind == "pair":
        return (), {"input_ids": ids, "decoder_input_ids": ids[:, :4]}
    if kind == "sound":
        return (), {"input_features": torch.randn(2, 16, 32), "decoder_input_ids": ids[:, :4]}
    if kind == "text":
        return (), {"input_ids": ids}
    size = 64 if kind == "large image" else 32
    return (), {"pixel_values": torch.randn(2, 3, size, size)}


def _language(class_name: str, settings: dict[str, Any], kind: str) -> Built:
    import transformers

    model_class = getattr(transformers, class_name)
    config = model_class.config_class(**{**(_TOKENS if kind in ("text", "pair", "sound") else {}), **settings})
    model = model_class(config)
    args, kwargs = _inputs(kind)
    if kind in ("text", "pair", "sound") and hasattr(config, "use_cache"):
        kwargs["use_cache"] = False
    return model, args, kwargs


def _vision(model: str, size: int, arguments: dict[str, Any]) -> Built:
    import timm
    import torch

    made = timm.create_model(model, pretrained=False, num_classes=10, **arguments)
    return made, (torch.randn(2, 3, size, size),), {}


def unet() -> Built:
    """The network of the paper with four stages, narrow, with skips that are concatenated."""
    import torch
    from torch import nn

    class DoubleConv(nn.Sequential):
        def __init__(self, inputs: int, outputs: int) -> None:
            layers: list[Any] = []
            for channels in (inputs, outputs):
                layers += [nn.Conv2d(channels, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()]
            super().__init__(*layers)

    class Up(nn.Module):
        def __init__(self, inputs: int) -> None:
            super().__init__()
            self.up = nn.ConvTranspose2d(inputs, inputs // 2, 2, 2)
            self.conv = DoubleConv(inputs, inputs // 2)

        def forward(self, x: Any, skip: Any) -> Any:
            return self.conv(torch.cat([skip, self.up(x)], 1))

    class UNet(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inc = DoubleConv(3, 4)
            self.downs = nn.ModuleList(nn.Sequential(nn.MaxPool2d(2), DoubleConv(n, 2 * n)) for n in (4, 8, 16, 32))
            self.ups = nn.ModuleList(Up(n) for n in (64, 32, 16, 8))
            self.outc = nn.Conv2d(4, 2, 1)

        def forward(self, x: Any) -> Any:
            kept = [self.inc(x)]
            for down in self.downs:
                kept.append(down(kept[-1]))
            y = kept.pop()
            for up in self.ups:
                y = up(y, kept.pop())
            return self.outc(y)

    return UNet(), (torch.randn(1, 3, 32, 32),), {}


def transformer_encoder() -> Built:
    """Six layers of PyTorch's own."""
    import torch
    from torch import nn

    layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, norm_first=True)
    return nn.TransformerEncoder(layer, 6, enable_nested_tensor=False), (torch.randn(2, 5, 16),), {}


def transformer() -> Built:
    """Four layers of an encoder and of a decoder."""
    import torch
    from torch import nn

    model = nn.Transformer(16, 4, 4, 4, 32, batch_first=True)
    return model, (torch.randn(2, 5, 16), torch.randn(2, 4, 16)), {}


_OWN: dict[str, Callable[[], Built]] = {
    "unet": unet,
    "transformer_encoder": transformer_encoder,
    "transformer": transformer,
}
#: Models of torchvision: module and name, and the shape of the input.
_TORCHVISION: dict[str, tuple[str, str, tuple[int, ...]]] = {
    "googlenet": ("torchvision.models", "googlenet", (2, 3, 64, 64)),
    "shufflenet": ("torchvision.models", "shufflenet_v2_x0_5", (2, 3, 64, 64)),
    "fcn_resnet": ("torchvision.models.segmentation", "fcn_resnet50", (2, 3, 64, 64)),
    "deeplab": ("torchvision.models.segmentation", "deeplabv3_mobilenet_v3_large", (2, 3, 64, 64)),
    "video_resnet": ("torchvision.models.video", "r3d_18", (1, 3, 4, 32, 32)),
}
NAMES = (*_OWN, *LANGUAGE, *VISION, *_TORCHVISION)


def build(name: str) -> Built:
    """Return a model and its arguments."""
    import torch

    torch.manual_seed(0)
    if name in _OWN:
        model, args, kwargs = _OWN[name]()
    elif name in LANGUAGE:
        model, args, kwargs = _language(*LANGUAGE[name])
    elif name in VISION:
        model, args, kwargs = _vision(*VISION[name])
    else:
        model, args, kwargs = _torchvision(*_TORCHVISION[name])
    return model.eval(), args, kwargs


def _torchvision(module: str, name: str, shape: tuple[int, ...]) -> Built:
    from importlib import import_module

    import torch

    options = {"init_weights": False} if name == "googlenet" else {}
    options |= {"weights_backbone": None} if "segmentation" in module else {}
    return getattr(import_module(module), name)(weights=None, **options), (torch.randn(*shape),), {}
