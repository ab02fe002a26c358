import { noteDisconnect } from '../../world/disconnects.ts';
import type { Call } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import type { Work } from './conversion.ts';
import { wordsOf } from './failure.ts';
import { red } from './log.ts';
import { rateLimitHeaders } from './rate-limit.ts';
import { jobRecords, type LocalConverterJob, type OpenJob } from './records.ts';

/** A generator that yields log lines and returns the final document. If it returns undefined, the response consists only of the log. */
export type Running = AsyncGenerator<string, object | undefined>;

/** Returns the text at the end of a failed response. */
export type FailureText = (words: ReturnType<typeof wordsOf>, toWireNames: Call['toWireNames']) => string;

/** The maximum number of stored jobs. Older jobs are removed. */
const MAX_JOBS = 1000;

const inJson: FailureText = (words, toWireNames) =>
  `${red(`❌ ${words.error}`)}\n\n__JSON__${JSON.stringify(toWireNames({ success: false, ...words, method: 'unknown' }))}`;

/** A part of a response: a log line, or the end. */
interface Part {
  readonly text: string;
  readonly isLast: boolean;
  readonly failed?: boolean;
}

const readPart = async (running: Running, toWireNames: Call['toWireNames'], failureText: FailureText): Promise<Part> => {
  try {
    const { done, value } = await running.next();
    if (!done) return { text: `${value}\n`, isLast: false };
    return { text: value ? `\n__JSON__${JSON.stringify(toWireNames(value))}` : '', isLast: true, failed: isFailed(value) };
  } catch (error) {
    return { text: failureText(wordsOf(error), toWireNames), isLast: true, failed: true };
  }
};

/** Runs a job while the client reads its log. Stops the job if the client disconnects. */
export const answerJob = (
  { world, request, toWireNames }: Call,
  operation: LocalConverterJob['operation'],
  urls: readonly string[],
  run: (work: Work) => Running,
  failureText = inJson,
): Response => {
  const job: OpenJob = { id: world.id(), operation, urls, state: 'running', fetched: [], startedAt: world.clock.now() };
  const jobs = world.records(jobRecords);
  const stopped = world.begin();
  if (jobs.push(job) > MAX_JOBS) jobs.shift();
  const controller = new AbortController();
  const { signal } = request;
  const running = run({ world, signal: controller.signal, onRequest: (url) => void job.fetched.push(url) });
  const encoder = new TextEncoder();

  const end = (state: LocalConverterJob['state']): boolean => {
    if (job.state !== 'running') return false;
    job.state = state;
    job.endedAt = world.clock.now();
    stopped();
    signal.removeEventListener('abort', leave);
    return true;
  };
  const leave = (): void => {
    if (!end('disconnected')) return;
    noteDisconnect(request, world);
    controller.abort();
  };
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();

  const pull = async (to: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { text, isLast, failed } = await readPart(running, toWireNames, failureText);
    if (job.state === 'disconnected') {
      if (signal.aborted) to.error(signal.reason);
      return;
    }
    if (text !== '') to.enqueue(encoder.encode(text));
    if (!isLast) return;
    end(failed ? 'failed' : 'completed');
    to.close();
  };
  // The first page is fetched when the client starts to read the log.
  const body = new ReadableStream<Uint8Array>({ pull, cancel: leave }, { highWaterMark: 0 });
  const headers = { ...rateLimitHeaders(request), 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
  return new Response(body, { headers });
};

/** Marks the running jobs of a restored state as ended, because they no longer run. */
export const endJobs = (world: World): void => {
  for (const job of world.records(jobRecords)) {
    if (job.state === 'running') Object.assign(job, { state: 'disconnected', endedAt: world.clock.now() });
  }
};

const isFailed = (value: object | undefined): boolean => value !== undefined && 'success' in value && value.success === false;
