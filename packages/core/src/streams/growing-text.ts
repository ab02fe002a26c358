/** A string that grows piece by piece. */
export interface GrowingText {
  add(piece: string): void;
  length(): number;
  value(): string;
}

/** A chain of short strings costs ten times its length, so pieces are copied into blocks of this length. */
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
