/** Text that is held back until more of the response decides its meaning. Positions count from the beginning of the response. */
export interface HeldText {
  push(piece: string): void;
  /** Returns the position after the latest character. */
  end(): number;
  /** Returns the text from a position on, and keeps it. */
  from(start: number): string;
  /** Returns the text up to a position, and drops it. */
  takeTo(end: number): string;
}

/** The number of pieces that are joined at a time: a response may arrive one character at a time. */
const BLOCK = 4096;

export const createHeldText = (): HeldText => {
  let blocks: string[] = [];
  let pieces: string[] = [];
  let start = 0;
  let end = 0;

  const all = (): string => {
    const text = blocks.concat(pieces).join('');
    // Nothing is joined twice.
    blocks = [text];
    pieces = [];
    return text;
  };

  return {
    push(piece) {
      end += piece.length;
      pieces.push(piece);
      if (pieces.length < BLOCK) return;
      blocks.push(pieces.join(''));
      pieces = [];
    },
    end: () => end,
    from: (place) => all().slice(place - start),
    takeTo(place) {
      if (place === start) return '';
      const text = all();
      const taken = text.slice(0, place - start);
      start = place;
      blocks = start < end ? [text.slice(taken.length)] : [];
      return taken;
    },
  };
};
