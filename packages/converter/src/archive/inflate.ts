import type { PackedFile } from './contents.ts';
import { archiveError, quoted } from './error.ts';

/** An archive of this one file alone: jszip gets to see no name, no offset and no number that was not checked. */
const alone = ({ content, crc, size }: PackedFile): Uint8Array => {
  const header = 30;
  const entry = 46;
  const bytes = new Uint8Array(header + 1 + content.length + entry + 1 + 22);
  const view = new DataView(bytes.buffer);
  const common = (at: number): void => {
    view.setUint16(at, 20, true);
    view.setUint16(at + 4, 8, true);
    view.setUint32(at + 10, crc, true);
    view.setUint32(at + 14, content.length, true);
    view.setUint32(at + 18, size, true);
    view.setUint16(at + 22, 1, true);
  };
  const name = 'f'.charCodeAt(0);
  view.setUint32(0, 0x04_03_4b_50, true);
  common(4);
  bytes[header] = name;
  bytes.set(content, header + 1);
  const directory = header + 1 + content.length;
  view.setUint32(directory, 0x02_01_4b_50, true);
  common(directory + 6);
  bytes[directory + entry] = name;
  const end = directory + entry + 1;
  view.setUint32(end, 0x06_05_4b_50, true);
  view.setUint16(end + 8, 1, true);
  view.setUint16(end + 10, 1, true);
  view.setUint32(end + 12, entry + 1, true);
  view.setUint32(end + 16, directory, true);
  return bytes;
};

/** jszip's, which its types do not show. */
interface Inflating {
  on(event: 'data', listener: (piece: Uint8Array) => void): Inflating;
  on(event: 'error', listener: (error: Error) => void): Inflating;
  on(event: 'end', listener: () => void): Inflating;
  pause(): Inflating;
  resume(): Inflating;
}

/** Yields what a deflated file holds, piece by piece; whoever leaves the loop stops the work. */
export async function* inflate(file: PackedFile): AsyncGenerator<Uint8Array, undefined> {
  const { default: JSZip } = await import('jszip');
  const broken = (cause: unknown): Error => archiveError('DAMAGED', `${quoted(file.name)} cannot be unpacked`, file.name, cause);
  let pieces: Uint8Array[] = [];
  const state: { isOver: boolean; error?: unknown } = { isOver: false };
  let count = 0;
  let wake = (): void => undefined;

  const zip = await new JSZip().loadAsync(alone(file)).catch((error: unknown) => {
    throw broken(error);
  });
  const stream = (zip.file('f') as unknown as { internalStream(type: 'uint8array'): Inflating }).internalStream('uint8array');
  stream
    .on('data', (piece) => {
      stream.pause();
      // One piece of input may give a thousand of output: what is past the end is not kept.
      if (count <= file.size) pieces.push(piece);
      count += piece.length;
      wake();
    })
    .on('error', (error) => {
      // That the sizes differ is for `unpack` to say.
      if (/size mismatch/.test(error.message)) state.isOver = true;
      else state.error = error;
      wake();
    })
    .on('end', () => {
      state.isOver = true;
      wake();
    });
  try {
    for (;;) {
      const given = pieces;
      pieces = [];
      yield* given;
      if (pieces.length > 0) continue;
      if (state.error !== undefined) throw broken(state.error);
      if (state.isOver) return;
      const more = new Promise<void>((resolve) => (wake = resolve));
      stream.resume();
      await more;
    }
  } finally {
    stream.pause();
  }
}
