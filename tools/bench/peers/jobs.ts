/** CPU time and memory of one job of the converter: its log by lines, then its result. */
import { cpuTime, peak, pick, report, settings } from './case.ts';

interface JobCase {
  readonly way: string;
  /** Megabytes of the log and of the result. */
  readonly log: number;
  readonly result: number;
}

interface Page {
  readonly markdown: string;
}

const MEGABYTE = 1_000_000;
const DELIMITER = '__JSON__';
const { way, log, result } = settings<JobCase>();

/** A megabyte of lines as the converter writes them, with numbers and URLs. */
const lines = (() => {
  let text = '';
  for (let page = 1; text.length < MEGABYTE; page++)
    text += `[${page}/20000] Fetched https://docs.example.com/guide/page-${page}?lang=en in ${(page * 37) % 900} ms, ${page * 13} bytes, depth ${page % 4}\n`;
  return new TextEncoder().encode(text);
})();
/** A megabyte of Markdown as the inside of a JSON string, with escapes. */
const markdown = (() => {
  const paragraph =
    '## Section 12\n\nA "quoted" word, a path C:\\docs, 3.14 and a [link](https://example.com/a?b=1#c).\n\n- item 1\n- item 2\n\n';
  return new TextEncoder().encode(JSON.stringify(paragraph.repeat(Math.ceil(MEGABYTE / paragraph.length))).slice(1, -1));
})();
const head = new TextEncoder().encode(`\n${DELIMITER}{"success":true,"url":"https://example.com/","markdown":"`);
const tail = new TextEncoder().encode('","metadata":{"title":"A page"}}');

function* pieces(): Generator<Uint8Array> {
  for (let count = 0; count < log; count++) yield* cut(lines);
  yield head;
  for (let count = 0; count < result; count++) yield* cut(markdown);
  yield tail;
}

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  // Yields copies of the bytes, as a socket does.
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.slice(start, start + 65_536);
}

const respond: typeof fetch = () => {
  const source = pieces();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/plain' } }));
};

/** The smallest reader for a job: the first delimiter at the beginning of a line ends the log. */
async function* readByHand(): AsyncGenerator<string | Page> {
  const reader = (await respond('http://localhost:1/')).body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let json: string | undefined;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true as const, value: undefined };
    if (done) break;
    const text = decoder.decode(value, { stream: true });
    if (json !== undefined) {
      json += text;
      continue;
    }
    rest += text;
    let start = 0;
    for (let end: number; (end = rest.indexOf('\n', start)) >= 0; start = end + 1) yield rest.slice(start, end);
    rest = rest.slice(start);
    if (rest.startsWith(DELIMITER)) json = rest.slice(DELIMITER.length);
  }
  yield JSON.parse(json ?? '') as Page;
}

/** Reads the whole job. Returns the number of characters in the log and in the result. */
const ways: Readonly<Record<string, () => Promise<() => Promise<number>>>> = {
  nothing: async () => async () => (log + result) * MEGABYTE,
  'by hand': async () => async () => {
    let characters = 0;
    for await (const item of readByHand()) characters += typeof item === 'string' ? item.length + 1 : item.markdown.length;
    return characters;
  },
  async 'this SDK'() {
    const { createConverterClient } = await import('@platform-sdk/converter');
    const converter = createConverterClient({ baseUrl: 'http://localhost:1', fetch: respond });
    return async () => {
      let characters = 0;
      for await (const event of converter.convert({ url: 'https://example.com/' })) {
        if (event.type === 'log') characters += event.text.length + 1;
        if (event.type === 'result') characters += event.result.markdown.length;
      }
      return characters;
    };
  },
};

const read = await pick(ways, way)();
const before = cpuTime();
const characters = await read();
const cpu = cpuTime() - before;
if (characters < (log + result * 0.9) * MEGABYTE) throw new Error(`${way} read only ${characters} characters.`);
report({ cpu, peak: peak() });
