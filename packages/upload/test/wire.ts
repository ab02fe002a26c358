import { createUploadClient, type UploadClient, type UploadClientOptions } from '@platform-sdk/upload';

/** One request of the client. */
export interface Sent {
  /** Method and address. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body, as UTF-8. */
  readonly body: string;
}

/** A client and its requests. */
export interface Wire {
  readonly upload: UploadClient;
  readonly sent: Sent[];
}

/** Responds in turn, then with the last response again. */
export const wire = (answers: readonly Response[] = [plainAnswer()], more: UploadClientOptions = {}): Wire => {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    const body = await request.text();
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({ line: `${method} ${url}`, headers: Object.fromEntries(headers), body });
    if (!answer) throw new Error('No response was prepared');
    return answer.clone();
  };
  const options = { baseUrl: 'https://upload.test', token: 'token-4f2c', validation: 'throw', fetch } as const;
  return { upload: createUploadClient({ ...options, ...more }), sent };
};

/** The service's response without a translation. */
export const plain = {
  file_id: 'file-1',
  filename: 'a.txt',
  extracted_text: 'Hello',
  metadata: { pages: 1, has_images: false },
};
export const plainAnswer = (): Response => Response.json(plain);

/** The service's response with a translation. */
export const translated = {
  file_id: 'file-1',
  original_text: 'Hello',
  translated_text: 'Hallo',
  source_language: 'en',
  target_language: 'de',
};

/** The boundary that a request declares. */
export const boundaryOf = ({ headers }: Pick<Sent, 'headers'>): string =>
  /^multipart\/form-data; boundary=(\S+)$/.exec(headers['content-type'] ?? '')?.[1] ?? 'no boundary';

/** The rejection of a promise that must reject. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};

/** A stream of these pieces, and a mark of its cancellation. */
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
