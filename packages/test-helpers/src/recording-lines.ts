/** A request that was sent. */
export interface SentLine {
  /** The method and the URL. */
  readonly line: string;
  /** The headers, without the length of the body unless the test needs it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body, as UTF-8. */
  readonly body: string;
}

/** The response to one request. */
export type LineAnswer = Response | Error | ((sent: SentLine, signal: AbortSignal) => Response | Promise<Response>);

/** Creates a `fetch` that records its requests. It returns the responses in turn, and then repeats the last response. An error in the list is thrown. */
export const recordingLines = (
  answers: readonly LineAnswer[],
  { hasLengths = false }: { readonly hasLengths?: boolean } = {},
): { readonly fetch: typeof globalThis.fetch; readonly sent: SentLine[] } => {
  const sent: SentLine[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers, signal } = request;
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    const record = {
      line: `${method} ${url}`,
      headers: Object.fromEntries([...headers].filter(([name]) => hasLengths || name !== 'content-length')),
      body: await request.text(),
    };
    sent.push(record);
    if (answer instanceof Response) return answer.clone();
    if (typeof answer === 'function') return answer(record, signal);
    throw answer ?? new Error('No response was prepared');
  };
  return { fetch, sent };
};
