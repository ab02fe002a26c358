import { createUploadClient, type UploadClient, type UploadClientOptions } from '@platform-sdk/upload';
import { recordingLines, type SentLine } from '@platform-sdk/test-helpers';

export { failureOf } from '@platform-sdk/test-helpers';
export type { SentLine as Sent } from '@platform-sdk/test-helpers';

export interface Wire {
  readonly upload: UploadClient;
  readonly sent: SentLine[];
}

/** Creates a client whose requests get these responses in turn, and then the last response again. */
export const wire = (answers: readonly Response[] = [plainAnswer()], more: UploadClientOptions = {}): Wire => {
  const { fetch, sent } = recordingLines(answers, { hasLengths: true });
  const options = { baseUrl: 'https://upload.test', token: 'token-4f2c', validation: 'throw', fetch } as const;
  return { upload: createUploadClient({ ...options, ...more }), sent };
};

export const plain = {
  file_id: 'file-1',
  filename: 'a.txt',
  extracted_text: 'Hello',
  metadata: { pages: 1, has_images: false },
};
export const plainAnswer = (): Response => Response.json(plain);

export const translated = {
  file_id: 'file-1',
  original_text: 'Hello',
  translated_text: 'Hallo',
  source_language: 'en',
  target_language: 'de',
};

export const boundaryOf = ({ headers }: Pick<SentLine, 'headers'>): string =>
  /^multipart\/form-data; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1] ?? 'no boundary';

/** Creates a stream of these pieces, and records its cancellation. */
export const streamOf = (pieces: readonly string[]) => {
  const state = { isCancelled: false };
  const waiting = pieces.map((piece) => new TextEncoder().encode(piece));
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = waiting.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel: () => void (state.isCancelled = true),
  });
  return { stream, state };
};
