/** A request that was sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** The parsed JSON of the body. Undefined without a body. */
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** The response to one request. */
export type Answer = Response | Error | ((sent: Sent) => Response | Promise<Response>);

/** A `fetch` that records its requests. */
export interface RecordingFetch {
  readonly fetch: typeof globalThis.fetch;
  readonly sent: Sent[];
  /** Returns the only request. Throws if the number of requests is not one. */
  only(): Sent;
}

/** Creates a `fetch` that returns the responses in turn, and then repeats the last response. An error in the list is thrown. */
export const recordingFetch = (...answers: readonly Answer[]): RecordingFetch => {
  const sent: Sent[] = [];
  // Requests are kept, because a garbage-collected Request no longer follows its signal.
  const kept: unknown[] = [];
  return {
    sent,
    only() {
      if (sent.length !== 1) throw new Error(`${sent.length} requests were sent`);
      return sent[0] as Sent;
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

/** Returns all headers that the client set, without the length of the body. */
export const headersOf = ({ headers }: Sent): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name !== 'content-length'));
