/** Uploads one file or runs one job, and says how long that took and how much memory the process ever had. */
import { createConverterClient } from '@platform-sdk/converter';
import { createUploadClient } from '@platform-sdk/upload';
import { settings } from './processes.ts';

/** What is to be done. */
export type Work =
  | { readonly baseUrl: string; readonly path: string }
  | { readonly baseUrl: string; readonly log: number; readonly result: number };

/** What it took. */
export interface Taken {
  readonly peakMegabytes: number;
  readonly milliseconds: number;
}

const work = settings<Work>();
const started = performance.now();
if ('path' in work) await createUploadClient({ baseUrl: work.baseUrl, token: 'token' }).upload({ file: { path: work.path } });
else {
  const { baseUrl, log, result } = work;
  const job = createConverterClient({ baseUrl }).convert({ url: `https://example.com/?log=${log}&result=${result}` });
  let characters = 0;
  for await (const event of job) {
    if (event.type === 'log') characters += event.text.length + 1;
    if (event.type === 'result') characters += event.result.markdown.length;
  }
  if (characters < (log + result) * 990_000) throw new Error(`Only ${characters} characters came.`);
}
const milliseconds = performance.now() - started;
process.send?.({ peakMegabytes: process.resourceUsage().maxRSS / 1024, milliseconds } satisfies Taken);
