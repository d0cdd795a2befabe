"""Networks for images, from timm."""

from __future__ import annotations

from typing import Any

from tests.zoo.catalogue import CATALOGUE, Architecture, Example

#: Name here -> name in timm, size of the images, further arguments.
MODELS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "resnet18": ("resnet18", 64, {}),
    "resnet50": ("resnet50", 64, {}),
    "resnext50": ("resnext50_32x4d", 64, {}),
    "seresnet": ("seresnet18", 64, {}),
    "densenet": ("densenet121", 64, {}),
    "vgg11": ("vgg11_bn", 64, {}),
    "inception": ("inception_v3", 96, {}),
    "xception": ("xception41", 64, {}),
    "mobilenet_v2": ("mobilenetv2_050", 64, {}),
    "mobilenet_v3": ("mobilenetv3_small_100", 64, {}),
    "efficientnet": ("efficientnet_b0", 64, {}),
    "efficientnet_v2": ("tf_efficientnetv2_b0", 64, {}),
    "mnasnet": ("mnasnet_small", 64, {}),
    "regnet": ("regnety_002", 64, {}),
    "repvgg": ("repvgg_a0", 64, {}),
    "ghostnet": ("ghostnet_050", 64, {}),
    "hrnet": ("hrnet_w18_small", 64, {}),
    "dla": ("dla34", 64, {}),
    "res2net": ("res2net50_26w_4s", 64, {}),
    "nfnet": ("dm_nfnet_f0", 64, {}),
    "convnext": ("convnext_atto", 64, {}),
    "convnext_v2": ("convnextv2_atto", 64, {}),
    "vit": ("vit_tiny_patch16_224", 64, {"img_size": 64}),
    "deit": ("deit_tiny_distilled_patch16_224", 64, {"img_size": 64}),
    "beit": ("beit_base_patch16_224", 64, {"img_size": 64, "depth": 2, "embed_dim": 96, "num_heads": 3}),
    "eva02": ("eva02_tiny_patch14_224", 56, {"img_size": 56, "depth": 3}),
    "cait": ("cait_xxs24_224", 64, {"img_size": 64, "depth": 3}),
    "xcit": ("xcit_nano_12_p16_224", 64, {"img_size": 64, "depth": 3}),
    "crossvit": ("crossvit_tiny_240", 240, {}),
    "swin": (
        "swin_tiny_patch4_window7_224",
        56,
        {"img_size": 56, "depths": (2, 2), "embed_dim": 24, "num_heads": (2, 4)},
    ),
    "swin_v2": (
        "swinv2_tiny_window8_256",
        64,
        {"img_size": 64, "depths": (2, 2), "embed_dim": 24, "num_heads": (2, 4)},
    ),
    "pvt_v2": ("pvt_v2_b0", 64, {}),
    "poolformer": ("poolformer_s12", 64, {}),
    "levit": ("levit_128s", 224, {}),
    "mobilevit": ("mobilevit_xxs", 64, {}),
    "efficientformer": ("efficientformer_l1", 224, {}),
    "edgenext": ("edgenext_xx_small", 64, {}),
    "maxvit": ("maxvit_rmlp_pico_rw_256", 256, {}),
    "coatnet": ("coatnet_pico_rw_224", 224, {}),
    "mixer": ("mixer_s32_224", 64, {"img_size": 64}),
    "resmlp": ("resmlp_12_224", 64, {"img_size": 64}),
    "gmlp": ("gmlp_ti16_224", 64, {"img_size": 64}),
    "convmixer": ("convmixer_768_32", 56, {}),
    "focalnet": ("focalnet_tiny_srf", 64, {}),
    "fastvit": ("fastvit_t8", 64, {}),
    "tiny_vit": ("tiny_vit_5m_224", 224, {}),
}


def _build(model: str, size: int, arguments: dict[str, Any]) -> Example:
    import timm
    import torch

    made = timm.create_model(model, pretrained=False, num_classes=10, **arguments)
    return Example(made, lambda batch, _length: torch.randn(batch, 3, size, size))


for _name, (_model, _size, _arguments) in MODELS.items():
    CATALOGUE[_name] = Architecture(
        _name,
        "vision",
        lambda m=_model, s=_size, a=_arguments: _build(m, s, a),  # type: ignore[misc]
    )
