"""The three models that turn a fragment of text into ids: BPE, WordPiece and Unigram.

They have the same methods (TokenModel) and know nothing of manifests and files.
"""
