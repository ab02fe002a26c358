let table: Uint32Array | undefined;

const tableOf = (): Uint32Array =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
    return value;
  });

/** Returns the CRC-32 of the bytes. `before` is the checksum of the previous bytes; 0 for the first bytes. */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  const known = (table ??= tableOf());
  let value = ~before;
  for (const byte of bytes) value = (value >>> 8) ^ (known[(value ^ byte) & 255] as number);
  return ~value >>> 0;
};
