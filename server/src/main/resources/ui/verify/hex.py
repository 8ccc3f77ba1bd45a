import hashlib, hmac, time

def is_genuine(secret: str, headers: dict, body: bytes) -> bool:
    stamp = headers["x-webhook-timestamp"]
    if not stamp.isdecimal() or abs(time.time() - int(stamp)) > 300:
        return False
    signed = f"{stamp}.".encode() + body
    wanted = "v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(entry, wanted)
               for entry in headers["x-webhook-signature"].split(","))
