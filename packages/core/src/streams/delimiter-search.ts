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
      const near = seam + text;
      total += text.length;
      const places: number[] = [];
      for (let at = near.indexOf(DELIMITER); at >= 0; at = near.indexOf(DELIMITER, at + 1)) places.push(total - near.length + at);
      seam = near.slice(1 - DELIMITER.length);
      return places;
    },
    begun() {
      let length = seam.length;
      while (!DELIMITER.startsWith(seam.slice(seam.length - length))) length--;
      return length;
    },
  };
};
