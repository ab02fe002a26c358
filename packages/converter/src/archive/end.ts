/** The number of bytes in an end record between its signature and its comment. */
const LEFT = 18;
const MAX_COMMENT = 0xff_ff;

/** Creates a detector for the end record of an archive that arrives in chunks. */
export const watchForEnd = (): { pass(chunk: Uint8Array): void; hasPassed(): boolean } => {
  /** The three bytes before the chunk. */
  let seam: readonly number[] = [];
  let total = 0;
  let end = Number.NaN;
  return {
    pass(chunk) {
      const byte = (at: number): number | undefined => (at < 0 ? seam.at(at) : chunk[at]);
      for (let at = chunk.indexOf(6); at >= 0; at = chunk.indexOf(6, at + 1)) {
        if (byte(at - 1) === 5 && byte(at - 2) === 0x4b && byte(at - 3) === 0x50) end = total + at + 1;
      }
      seam = [...seam, ...chunk.subarray(-3)].slice(-3);
      total += chunk.length;
    },
    hasPassed: () => total - end >= LEFT && total - end <= LEFT + MAX_COMMENT,
  };
};
