/** One request as it was sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** The response to one request. */
export type Answer = Response | Error | ((sent: Sent) => Response | Promise<Response>);

/** A `fetch` that records its requests. */
export interface RecordingFetch {
  readonly fetch: typeof globalThis.fetch;
  readonly sent: Sent[];
  /** Returns the only request. */
  only(): Sent;
}

/** Returns the responses in turn, and the last one from then on; an error is thrown. */
export const recordingFetch = (...answers: readonly Answer[]): RecordingFetch => {
  const sent: Sent[] = [];
  // A Request that is collected no longer follows its signal.
  const kept: unknown[] = [];
  return {
    sent,
    only() {
      if (sent.length !== 1) throw new Error(`${sent.length} requests were sent`);
      return sent[0]!;
    },
    async fetch(input, init) {
      const request = new Request(input, init);
      kept.push(input, request);
      const text = await request.text();
      const { method, url, headers, signal } = request;
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      const record = { method, url, headers, signal, body };
      sent.push(record);
      if (answer instanceof Error) throw answer;
      if (typeof answer === 'function') return answer(record);
      if (!answer) throw new Error('No response was prepared');
      return answer.clone();
    },
  };
};

/** A JSON response. */
export const json = (document: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(document, { status, headers });

/** A response in any other form. */
export const text = (body: string, status = 200, type = 'text/plain', headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { 'Content-Type': type, ...headers } });

/** All headers that the client itself set, without the length of the body. */
export const headersOf = ({ headers }: Sent): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name !== 'content-length'));

/** The rejection of a promise that must reject. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};
