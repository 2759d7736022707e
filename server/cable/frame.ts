const FINAL_TEXT = 0x81;
const FINAL_PING = 0x89;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** Encodes an unmasked text frame (RFC 6455, section 5.2), once for all subscribers; `ws` would encode it for each. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const offset = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(offset + length);
  frame[0] = FINAL_TEXT;
  if (offset === 2) frame[1] = length;
  else if (offset === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, offset);
  return frame;
}

export const PING_FRAME = Buffer.from([FINAL_PING, 0]);
