import { createHmac, timingSafeEqual } from "node:crypto";

export function isGenuine(secret, headers, body) {
  const stamp = headers["x-webhook-timestamp"];
  if (!/^\d+$/.test(stamp) || Math.abs(Date.now() / 1000 - Number(stamp)) > 300) return false;
  const wanted = createHmac("sha256", secret).update(`${stamp}.`).update(body).digest();
  return headers["x-webhook-signature"].split(",")
    .filter((entry) => entry.startsWith("v1="))
    .map((entry) => Buffer.from(entry.slice(3), "hex"))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}
