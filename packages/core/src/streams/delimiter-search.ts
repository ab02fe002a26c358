export const DELIMITER = '__JSON__';

/** Finds the delimiter in a text that arrives in pieces. */
export interface DelimiterSearch {
  /** Returns the places of the delimiters that this piece completes, counted from the beginning of the text. */
  push(text: string): number[];
  /** How many of the latest characters may be the beginning of a delimiter. */
  begun(): number;
}

export const createDelimiterSearch = (): DelimiterSearch => {
  let total = 0;
  /** The latest characters, one fewer than the delimiter has. */
  let seam = '';

  return {
    push(text) {
      const places: number[] = [];
      const collect = (part: string, from: number): void => {
        for (let at = part.indexOf(DELIMITER); at >= 0; at = part.indexOf(DELIMITER, at + 1)) places.push(from + at);
      };
      // A joined text would be a copy of every piece.
      collect(seam + text.slice(0, DELIMITER.length - 1), total - seam.length);
      collect(text, total);
      total += text.length;
      seam = (text.length < DELIMITER.length ? seam + text : text).slice(1 - DELIMITER.length);
      return places;
    },
    begun() {
      let length = seam.length;
      while (!DELIMITER.startsWith(seam.slice(seam.length - length))) length--;
      return length;
    },
  };
};
