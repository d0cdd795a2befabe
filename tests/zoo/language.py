"""Networks for text, speech and images with text, from transformers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from tests.zoo.catalogue import Example, architecture

VOCABULARY = 99
#: The sizes of nearly every configuration.
SMALL: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "max_position_embeddings": 64,
}
TOKENS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
GROUPED = SMALL | {"num_key_value_heads": 2}


def ids(batch: int, length: int) -> Any:
    return torch.randint(3, VOCABULARY, (batch, length))


def masked(batch: int, length: int) -> Any:
    """Token ids and a mask that pads the end of the last row."""
    mask = torch.ones(batch, length, dtype=torch.long)
    mask[-1, -2:] = 0
    return (), {"input_ids": ids(batch, length), "attention_mask": mask}


def images(size: int) -> Callable[[int, int], Any]:
    return lambda batch, _length: ((), {"pixel_values": torch.randn(batch, 3, size, size)})


def encoder(name: str, class_name: str, settings: dict[str, Any], inputs: Any = masked) -> None:
    """Add a model that keeps no cache."""

    @architecture(name)
    def build() -> Example:
        import transformers

        model = getattr(transformers, class_name)
        return Example(model(model.config_class(**settings)), inputs)


def decoder(name: str, class_name: str, settings: dict[str, Any]) -> None:
    """Add a model of causal language twice: on a text, and on the next tokens with what it remembers of a text."""

    def make() -> Any:
        import transformers

        model = getattr(transformers, class_name)
        made = model(model.config_class(**{**TOKENS, **settings}))
        made.config._attn_implementation = "sdpa" if made.config._attn_implementation == "sdpa" else "eager"
        return made

    @architecture(name)
    def whole() -> Example:
        return Example(Logits(make()), ids)

    @architecture(f"{name}_cache")
    def cached() -> Example:
        model = make()
        return Example(Cached(model), lambda batch, length: (ids(batch, 1), *_past(model, batch, length)))


class Logits(torch.nn.Module):
    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: Any) -> Any:
        return self.model(input_ids, use_cache=False).logits


class Cached(torch.nn.Module):
    """The next token from the last one and the keys and values of those before it, which come back longer."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: Any, past: Any) -> Any:
        from transformers import DynamicCache

        cache = DynamicCache(ddp_cache_data=past)
        found = self.model(input_ids, past_key_values=cache, use_cache=True)
        return {"logits": found.logits, "past": [(layer.keys, layer.values) for layer in cache.layers]}


def _past(model: Any, batch: int, length: int) -> Any:
    config = model.config
    heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
    width = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    layers = config.num_hidden_layers
    return (
        [(torch.randn(batch, heads, length, width), torch.randn(batch, heads, length, width)) for _ in range(layers)],
    )


encoder("bert", "BertModel", SMALL)
encoder("bert_classifier", "BertForSequenceClassification", SMALL)
encoder("roberta", "RobertaForMaskedLM", SMALL)
encoder(
    "distilbert",
    "DistilBertModel",
    {"vocab_size": VOCABULARY, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64},
)
encoder("albert", "AlbertModel", SMALL | {"embedding_size": 16})
encoder("electra", "ElectraModel", SMALL | {"embedding_size": 16})
encoder("deberta", "DebertaV2Model", SMALL | {"relative_attention": True, "pos_att_type": ["p2c", "c2p"]})
encoder("mpnet", "MPNetModel", SMALL)
encoder("modernbert", "ModernBertModel", SMALL | TOKENS | {"cls_token_id": 1, "sep_token_id": 2})
encoder("fnet", "FNetModel", SMALL, ids)
encoder(
    "canine", "CanineModel", SMALL | {"num_hash_buckets": 64, "local_transformer_stride": 16}, lambda b, n: ids(b, 32)
)

decoder(
    "gpt2", "GPT2LMHeadModel", {"vocab_size": VOCABULARY, "n_positions": 64, "n_embd": 32, "n_layer": 2, "n_head": 4}
)
decoder("llama", "LlamaForCausalLM", GROUPED)
decoder("gemma", "GemmaForCausalLM", GROUPED | {"head_dim": 8})
decoder("gemma2", "Gemma2ForCausalLM", GROUPED | {"head_dim": 8, "sliding_window": 32})
decoder("gemma3", "Gemma3ForCausalLM", GROUPED | {"head_dim": 8, "sliding_window": 32})
decoder("mistral", "MistralForCausalLM", GROUPED)
decoder("mixtral", "MixtralForCausalLM", GROUPED | {"num_local_experts": 4})
decoder("qwen2", "Qwen2ForCausalLM", GROUPED)
decoder("qwen3", "Qwen3ForCausalLM", GROUPED | {"head_dim": 8})
decoder("phi", "PhiForCausalLM", SMALL)
decoder("phi3", "Phi3ForCausalLM", GROUPED)
decoder("opt", "OPTForCausalLM", {**SMALL, "ffn_dim": 64, "word_embed_proj_dim": 32})
decoder("bloom", "BloomForCausalLM", {"vocab_size": VOCABULARY, "hidden_size": 32, "n_layer": 2, "n_head": 4})
decoder("gpt_neox", "GPTNeoXForCausalLM", SMALL)
decoder("falcon", "FalconForCausalLM", SMALL | {"new_decoder_architecture": False, "multi_query": False})
decoder("olmo", "OlmoForCausalLM", GROUPED)
decoder("stablelm", "StableLmForCausalLM", GROUPED)


class Step(torch.nn.Module):
    """A model of two towers, on a source and the beginning of a target."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, source: Any, target: Any) -> Any:
        return self.model(source, decoder_input_ids=target, use_cache=False).logits


def translator(name: str, class_name: str, settings: dict[str, Any], source: Any = ids) -> None:
    @architecture(name)
    def build() -> Example:
        import transformers

        model = getattr(transformers, class_name)
        made = model(model.config_class(**{**TOKENS, "decoder_start_token_id": 0, **settings}))
        return Example(Step(made), lambda batch, length: (source(batch, length), ids(batch, 4)))


TOWERS: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
}
translator(
    "t5",
    "T5ForConditionalGeneration",
    {"vocab_size": VOCABULARY, "d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4},
)
translator("bart", "BartForConditionalGeneration", TOWERS | {"max_position_embeddings": 64})
translator("marian", "MarianMTModel", TOWERS | {"max_position_embeddings": 64})
translator(
    "whisper",
    "WhisperForConditionalGeneration",
    TOWERS | {"num_mel_bins": 16, "max_source_positions": 16, "max_target_positions": 32},
    lambda batch, _: torch.randn(batch, 16, 32),
)

SPEECH: dict[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "conv_dim": (16, 16),
    "conv_stride": (5, 2),
    "conv_kernel": (10, 3),
    "num_conv_pos_embeddings": 8,
    "num_conv_pos_embedding_groups": 4,
    "vocab_size": 20,
}


def waves(batch: int, _length: int) -> Any:
    return torch.randn(batch, 400)


encoder("wav2vec2", "Wav2Vec2ForCTC", SPEECH, waves)
encoder("hubert", "HubertModel", SPEECH, waves)
encoder(
    "audio_spectrogram",
    "ASTModel",
    {
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 64,
        "num_mel_bins": 16,
        "max_length": 32,
    },
    lambda b, _: torch.randn(b, 32, 16),
)

PIXELS: dict[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "image_size": 32,
    "patch_size": 8,
}
encoder("vit_hf", "ViTModel", PIXELS, images(32))
encoder("deit_hf", "DeiTModel", PIXELS, images(32))
encoder("dinov2", "Dinov2Model", PIXELS | {"mlp_ratio": 2}, images(32))
encoder(
    "swin_hf",
    "SwinModel",
    {"image_size": 32, "patch_size": 4, "embed_dim": 16, "depths": [2, 2], "num_heads": [2, 4], "window_size": 4},
    images(32),
)
encoder(
    "segformer",
    "SegformerForSemanticSegmentation",
    {
        "hidden_sizes": [8, 16, 16, 32],
        "decoder_hidden_size": 16,
        "depths": [1, 1, 1, 1],
        "num_attention_heads": [1, 2, 2, 4],
        "num_labels": 4,
    },
    images(64),
)
encoder(
    "dpt",
    "DPTForDepthEstimation",
    PIXELS
    | {
        "neck_hidden_sizes": [8, 8, 16, 16],
        "fusion_hidden_size": 16,
        "backbone_out_indices": [0, 1, 2, 3],
        "num_hidden_layers": 4,
        "is_hybrid": False,
        "reassemble_factors": [4, 2, 1, 0.5],
    },
    images(32),
)
encoder(
    "perceiver",
    "PerceiverModel",
    {
        "num_latents": 8,
        "d_latents": 16,
        "d_model": 16,
        "num_blocks": 1,
        "num_self_attends_per_block": 2,
        "num_self_attention_heads": 2,
        "num_cross_attention_heads": 2,
    },
    lambda b, n: torch.randn(b, n, 16),
)
encoder(
    "mamba",
    "MambaModel",
    {"vocab_size": VOCABULARY, "hidden_size": 16, "num_hidden_layers": 2, "state_size": 4, "use_cache": False},
    ids,
)


@architecture("clip")
def clip() -> Example:
    from transformers import CLIPConfig, CLIPModel

    text = SMALL | TOKENS
    config = CLIPConfig(text_config=text, vision_config=PIXELS, projection_dim=16)

    def inputs(batch: int, length: int) -> Any:
        return (), masked(batch, length)[1] | {"pixel_values": torch.randn(batch, 3, 32, 32)}

    return Example(CLIPModel(config), inputs)


@architecture("detr")
def detr() -> Example:
    from transformers import DetrConfig, DetrForObjectDetection, ResNetConfig

    backbone = ResNetConfig(
        embedding_size=8, hidden_sizes=[8, 16, 16, 32], depths=[1, 1, 1, 1], out_features=["stage4"]
    )
    config = DetrConfig(
        use_timm_backbone=False,
        use_pretrained_backbone=False,
        backbone=None,
        backbone_config=backbone,
        num_queries=5,
        num_labels=4,
        **{k: v for k, v in TOWERS.items() if k != "vocab_size"},
    )
    return Example(DetrForObjectDetection(config), images(64))
