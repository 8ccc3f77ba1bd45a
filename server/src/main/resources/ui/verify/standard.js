import { createHmac, timingSafeEqual } from "node:crypto";

export function isGenuine(secret, headers, body) {
  const stamp = headers["webhook-timestamp"];
  if (!/^\d+$/.test(stamp) || Math.abs(Date.now() / 1000 - Number(stamp)) > 300) return false;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const wanted = createHmac("sha256", key)
    .update(`${headers["webhook-id"]}.${stamp}.`).update(body).digest();
  return headers["webhook-signature"].split(" ")
    .filter((entry) => entry.startsWith("v1,"))
    .map((entry) => Buffer.from(entry.slice(3), "base64"))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}
