import { createBreaks } from '../requests/breaks.ts';

/** Longer lists are written in parts of so many items. */
const ITEMS_OF_A_PART = 100;
/** Shorter texts are joined before they are encoded. */
const CHARACTERS_OF_A_CHUNK = 65_536;

/** Returns whether a value has a long list in it. */
const isLong = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > ITEMS_OF_A_PART || value.some(isLong);
  for (const name in value) if (isLong((value as Record<string, unknown>)[name])) return true;
  return false;
};

/** Returns the parts of a document's JSON. Joined, they are that of `JSON.stringify`. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (!isLong(value)) yield value === undefined ? 'null' : JSON.stringify(value);
  else if (Array.isArray(value)) yield* piecesOfList(value);
  else yield* piecesOfObject(value as Record<string, unknown>);
}

function* piecesOfList(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (let at = 0; at < list.length; at += ITEMS_OF_A_PART) {
    if (at > 0) yield ',';
    const part = list.slice(at, at + ITEMS_OF_A_PART);
    if (!part.some(isLong)) yield JSON.stringify(part).slice(1, -1);
    else
      for (const [index, item] of part.entries()) {
        if (index > 0) yield ',';
        yield* jsonPieces(item);
      }
  }
  yield ']';
}

function* piecesOfObject(members: Readonly<Record<string, unknown>>): Generator<string> {
  let next = '{';
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue;
    yield `${next}${JSON.stringify(name)}:`;
    yield* jsonPieces(value);
    next = ',';
  }
  yield '}';
}

/** Encodes a document as JSON with breaks, in which other requests are served. */
export const encodeInSteps = async (document: unknown): Promise<Uint8Array<ArrayBuffer>[]> => {
  const breaks = createBreaks();
  const encoder = new TextEncoder();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let text = '';
  for (const piece of jsonPieces(document)) {
    text += piece;
    if (text.length < CHARACTERS_OF_A_CHUNK) continue;
    chunks.push(encoder.encode(text));
    text = '';
    const pause = breaks();
    if (pause) await pause;
  }
  return [...chunks, encoder.encode(text)];
};
