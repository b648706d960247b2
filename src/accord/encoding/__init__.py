"""How mentions are written as one label per token: encodings as transition tables, and the way back."""

from accord.encoding.decode import Decoder, Mention, decode
from accord.encoding.encode import encode
from accord.encoding.scheme import ENCODINGS, Encoding, Label, encoding

__all__ = ["ENCODINGS", "Decoder", "Encoding", "Label", "Mention", "decode", "encode", "encoding"]
