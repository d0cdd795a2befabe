"""Training programs (TRNG of NAC v1.7): a forward pass, gradients, and steps of gradient descent."""
