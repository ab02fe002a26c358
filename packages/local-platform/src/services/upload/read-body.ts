import { readPieces } from '../../requests/request-body.ts';

/** Reads a body. Rejects with a 413 if the body is longer than `maxBytes`. */
export const readBody = async (request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  // Allocates the declared length at once, because allocated memory costs nothing before it is written.
  let bytes = new Uint8Array(Math.min(maxBytes, Number(request.headers.get('content-length')) || 64 * 1024));
  let size = 0;
  await readPieces(request, maxBytes, (piece) => {
    if (size + piece.length > bytes.length) {
      const longer = new Uint8Array(Math.min(maxBytes, Math.max(size + piece.length, 2 * bytes.length)));
      longer.set(bytes.subarray(0, size));
      bytes = longer;
    }
    bytes.set(piece, size);
    size += piece.length;
  });
  return bytes.subarray(0, size);
};
