/** A text that grows piece by piece. */
export interface GrowingText {
  add(piece: string): void;
  length(): number;
  value(): string;
}

/** Short strings that are only joined in a chain cost ten times their length, so they are copied into one of this length. */
const BLOCK_CHARACTERS = 16 * 1024;

export const createGrowingText = (start = ''): GrowingText => {
  let text = start;
  let pieces: string[] = [];
  let pending = 0;

  const join = (): string => {
    if (pending > 0) text += pieces.join('');
    pieces = [];
    pending = 0;
    return text;
  };

  return {
    add(piece) {
      pieces.push(piece);
      pending += piece.length;
      if (pending > BLOCK_CHARACTERS) join();
    },
    length: () => text.length + pending,
    value: join,
  };
};
