import { createConverterClient, type ConverterClient, type ConverterClientOptions } from '@platform-sdk/converter';

/** One request of the client. */
interface Sent {
  /** Method and address. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body. */
  readonly body: string;
}

/** A client whose requests get these responses in turn, then the last one again, and its requests. */
export const wire = (
  answers: readonly (Response | Error)[],
  options: ConverterClientOptions = {},
): { readonly converter: ConverterClient; readonly sent: Sent[] } => {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({
      line: `${request.method} ${request.url}`,
      headers: Object.fromEntries([...request.headers].filter(([name]) => name !== 'content-length')),
      body: await request.text(),
    });
    if (answer instanceof Response) return answer.clone();
    throw answer ?? new Error('No response was prepared');
  };
  return { converter: createConverterClient({ baseUrl: 'https://converter.test', validation: 'throw', fetch, ...options }), sent };
};

/** A log, and an optional rest behind it. */
export const log = (text: string, type = 'text/plain; charset=utf-8'): Response =>
  new Response(text, { headers: { 'Content-Type': type } });

/** A JSON response. */
export const json = (document: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(document, { status, headers });

/** All events of a loop. */
export const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const taken: Item[] = [];
  for await (const item of items) taken.push(item);
  return taken;
};

/** The rejection of a promise that must reject. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};
