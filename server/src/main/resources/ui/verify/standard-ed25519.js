import { createPublicKey, verify } from "node:crypto";

const prefix = Buffer.from("302a300506032b6570032100", "hex"); // of an Ed25519 key, RFC 8410

export function isGenuine(whpk, headers, body) {
  const stamp = headers["webhook-timestamp"];
  if (!/^\d+$/.test(stamp) || Math.abs(Date.now() / 1000 - Number(stamp)) > 300) return false;
  const raw = Buffer.from(whpk.slice("whpk_".length), "base64");
  const key = createPublicKey({ key: Buffer.concat([prefix, raw]), format: "der", type: "spki" });
  const signed = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${stamp}.`), body]);
  return headers["webhook-signature"].split(" ")
    .filter((entry) => entry.startsWith("v1a,"))
    .some((entry) => verify(null, signed, key, Buffer.from(entry.slice(4), "base64")));
}
