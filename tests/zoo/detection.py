"""Networks that find and outline objects, from torchvision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.zoo.catalogue import Example, architecture


def _images(size: int) -> Callable[[int, int], Any]:
    import torch

    return lambda batch, _length: torch.randn(batch, 3, size, size)


@architecture("deeplab_v3")
def deeplab_v3() -> Example:
    from torchvision.models.segmentation import deeplabv3_mobilenet_v3_large

    return Example(deeplabv3_mobilenet_v3_large(weights=None, weights_backbone=None, num_classes=5), _images(64))


@architecture("fcn_resnet")
def fcn_resnet() -> Example:
    from torchvision.models.segmentation import fcn_resnet50

    return Example(fcn_resnet50(weights=None, weights_backbone=None, num_classes=5), _images(64))


@architecture("lraspp")
def lraspp() -> Example:
    from torchvision.models.segmentation import lraspp_mobilenet_v3_large

    return Example(lraspp_mobilenet_v3_large(weights=None, weights_backbone=None, num_classes=5), _images(64))


@architecture("ssd_heads")
def ssd_heads() -> Example:
    """The backbone and heads of SSD; what follows them depends on the values of tensors."""
    import torch
    from torchvision.models.detection import ssdlite320_mobilenet_v3_large

    whole = ssdlite320_mobilenet_v3_large(weights=None, weights_backbone=None, num_classes=4)

    class Heads(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.backbone, self.head = whole.backbone, whole.head

        def forward(self, x: Any) -> Any:
            return self.head(list(self.backbone(x).values()))

    return Example(Heads(), _images(64))


@architecture("retina_heads")
def retina_heads() -> Example:
    """The feature pyramid and the heads of RetinaNet."""
    import torch
    from torchvision.models.detection import retinanet_resnet50_fpn

    whole = retinanet_resnet50_fpn(weights=None, weights_backbone=None, num_classes=4)

    class Heads(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.backbone, self.head = whole.backbone, whole.head

        def forward(self, x: Any) -> Any:
            return self.head(list(self.backbone(x).values()))

    return Example(Heads(), _images(64))


@architecture("optical_flow")
def optical_flow() -> Example:
    import torch
    from torchvision.models.optical_flow import raft_small

    model = raft_small(weights=None)

    class Flow(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, a: Any, b: Any) -> Any:
            return self.model(a, b, num_flow_updates=2)[-1]

    return Example(Flow(), lambda batch, _: (torch.rand(batch, 3, 128, 128), torch.rand(batch, 3, 128, 128)))


@architecture("video_resnet")
def video_resnet() -> Example:
    import torch
    from torchvision.models.video import r3d_18

    return Example(r3d_18(weights=None, num_classes=5), lambda batch, _: torch.randn(batch, 3, 4, 32, 32))


@architecture("shufflenet")
def shufflenet() -> Example:
    from torchvision.models import shufflenet_v2_x0_5

    return Example(shufflenet_v2_x0_5(weights=None), _images(64))


@architecture("squeezenet")
def squeezenet() -> Example:
    from torchvision.models import squeezenet1_1

    return Example(squeezenet1_1(weights=None), _images(64))


@architecture("googlenet")
def googlenet() -> Example:
    from torchvision.models import googlenet as make

    return Example(make(weights=None, init_weights=False, aux_logits=False), _images(64))
