import base64, time
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def is_genuine(whpk: str, headers: dict, body: bytes) -> bool:
    stamp = headers["webhook-timestamp"]
    if not stamp.isdecimal() or abs(time.time() - int(stamp)) > 300:
        return False
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(whpk.removeprefix("whpk_")))
    signed = f"{headers['webhook-id']}.{stamp}.".encode() + body
    for entry in headers["webhook-signature"].split(" "):
        if entry.startswith("v1a,"):
            try:
                key.verify(base64.b64decode(entry[4:]), signed)
                return True
            except InvalidSignature:
                pass
    return False
