"""What the reference models answer to a request."""

from sw.model import family
from sw.request import OK, TAG_MISMATCH, Answer

__all__ = ["expected_answer"]


def expected_answer(request):
    """Return the :class:`sw.request.Answer` of the models; its cost is 0."""
    inputs = (request.key, request.nonce, request.ad, request.message)
    mask = request.nonce_mask or None
    match request.member, request.op:
        case "aead128", "encrypt":
            return Answer(OK, *family.aead128_encrypt(*inputs, nonce_mask=mask,
                                                      tag_length=request.new_tag_length))
        case "aead128", "decrypt":
            try:
                return Answer(OK, family.aead128_decrypt(*inputs, request.tag, nonce_mask=mask))
            except family.TagMismatch:
                return Answer(TAG_MISMATCH)
        case "hash256", "hash":
            return Answer(OK, family.hash256(request.message))
        case "xof128", "hash":
            return Answer(OK, family.xof128(request.message, request.output_length))
        case "cxof128", "hash":
            return Answer(OK, family.cxof128(request.message, request.output_length,
                                             request.customization))
        case "mac", "mac":
            return Answer(OK, family.mac(request.key, request.message))
        case "prf", "mac":
            return Answer(OK, family.prf(request.key, request.message, request.output_length))
        case "prfshort", "mac":
            return Answer(OK, family.prfshort(request.key, request.message,
                                              request.output_length))
        case _:
            raise ValueError(f"there is no model of {request.member} {request.op}")
