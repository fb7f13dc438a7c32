"""What the reference models answer to a request."""

from sw.model import family
from sw.request import OK, TAG_MISMATCH, Answer

__all__ = ["expected_answer"]


def expected_answer(request):
    """Return the :class:`sw.request.Answer` of the models; its cost is 0."""
    inputs = (request.key, request.nonce, request.ad, request.message)
    match request.member, request.op:
        case "aead128", "encrypt":
            return Answer(OK, *family.aead128_encrypt(*inputs))
        case "aead128", "decrypt":
            try:
                return Answer(OK, family.aead128_decrypt(*inputs, request.tag))
            except family.TagMismatch:
                return Answer(TAG_MISMATCH)
        case _:
            raise ValueError(f"there is no model of {request.member} {request.op}")
