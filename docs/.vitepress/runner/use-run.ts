/** The run of a snippet: its worker, output and requests. */
import { withBase } from 'vitepress';
import { computed, reactive, shallowRef } from 'vue';
import type {
  ArmedFault,
  ConsoleLine,
  ExchangeStart,
  FaultWay,
  FromWorker,
  Mail,
  RunMessage,
  ToWorker,
} from '@platform-sdk/docs-tools/runner/messages';

export interface ShownExchange extends ExchangeStart {
  state: 'held' | 'sent' | 'open' | 'complete' | 'broken';
  operation?: string;
  status?: number;
  ms?: number;
  responseHeaders: string;
  responseBody: string;
  failure?: string;
}

interface ShownFault extends ArmedFault {
  isUsed: boolean;
}

interface Run {
  state: 'ready' | 'loading' | 'running' | 'done' | 'failed' | 'stopped';
  ms: number;
  lines: ConsoleLine[];
  exchanges: ShownExchange[];
  mails: Mail[];
  faults: ShownFault[];
  now: number | undefined;
  expiresAfterSignIn: boolean;
  isStepping: boolean;
}

const MAX_LINES = 500;
/** The pause between two renderings of lines. */
const LINES_MS = 50;
const MAX_EXCHANGES = 100;

const emptyRun = (): Run => ({
  state: 'ready',
  ms: 0,
  lines: [],
  exchanges: [],
  mails: [],
  faults: [],
  now: undefined,
  expiresAfterSignIn: false,
  isStepping: false,
});

/** Adds a line, or adds the text to the last line. */
const addLine = (lines: ConsoleLine[], { level, text }: ConsoleLine): void => {
  const last = lines.at(-1);
  if (level === 'write' && last?.level === 'write' && last.text.length < 20_000)
    lines[lines.length - 1] = { level, text: last.text + text };
  else lines.push({ level, text });
  if (lines.length > MAX_LINES) lines.shift();
};

const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

export const useRun = () => {
  const run = reactive(emptyRun());
  const worker = shallowRef<Worker>();
  let lastFault = 0;
  const post = (message: ToWorker): void => worker.value?.postMessage(message);
  const exchange = (id: number): ShownExchange | undefined => run.exchanges.find((each) => each.id === id);
  const update = (id: number, change: Partial<ShownExchange>): void => void Object.assign(exchange(id) ?? {}, change);

  const end = (id: number, failure: string | undefined): void => {
    const found = exchange(id);
    if (!found) return;
    const isJson = failure === undefined && /json/.test(found.responseHeaders);
    Object.assign(found, {
      state: failure === undefined ? 'complete' : 'broken',
      ...(isJson ? { responseBody: prettyJson(found.responseBody) } : {}),
      ...(failure === undefined ? {} : { failure }),
    });
  };

  /** Lines that are not shown yet. Lines that arrive within the pause are rendered together. */
  let waiting: ConsoleLine[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const showLines = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = [...run.lines];
    for (const line of waiting) addLine(lines, line);
    waiting = [];
    run.lines = lines;
  };

  const receive = (message: FromWorker): void => {
    if (message.type === 'console') {
      waiting.push(message);
      timer ??= setTimeout(showLines, LINES_MS);
      return;
    }
    if (message.type === 'ended') showLines();
    if (message.type === 'started') run.state = 'running';
    else if (message.type === 'request') {
      run.exchanges.push({ ...message, body: prettyJson(message.body), state: 'sent', responseHeaders: '', responseBody: '' });
      if (run.exchanges.length > MAX_EXCHANGES) run.exchanges.shift();
    } else if (message.type === 'held' || message.type === 'sent') update(message.id, { state: message.type });
    else if (message.type === 'response') {
      const { id, status, ms, headers, operation } = message;
      update(id, { state: 'open', status, ms, responseHeaders: headers, ...(operation === undefined ? {} : { operation }) });
    } else if (message.type === 'body') update(message.id, { responseBody: (exchange(message.id)?.responseBody ?? '') + message.text });
    else if (message.type === 'body-end') end(message.id, message.failure);
    else if (message.type === 'broken') {
      const { id, failure, operation } = message;
      update(id, { state: 'broken', failure, ...(operation === undefined ? {} : { operation }) });
    } else if (message.type === 'fault-used') {
      for (const fault of run.faults) if (fault.id === message.id) fault.isUsed = true;
    } else if (message.type === 'mail') run.mails.push(message.mail);
    else if (message.type === 'clock') run.now = message.now;
    else Object.assign(run, { state: message.failed ? 'failed' : 'done', ms: message.ms });
  };

  const isBusy = computed(() => run.state === 'loading' || run.state === 'running');

  const stop = (): void => {
    worker.value?.terminate();
    worker.value = undefined;
    showLines();
    if (isBusy.value) run.state = 'stopped';
  };

  const start = (pieces: readonly string[]): void => {
    stop();
    Object.assign(run, { state: 'loading', lines: [], exchanges: [], mails: [], now: undefined });
    for (const fault of run.faults) fault.isUsed = false;
    const next = new Worker(withBase('/runner/worker.js'), { type: 'module' });
    worker.value = next;
    next.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (worker.value === next) receive(data);
    });
    next.addEventListener('error', ({ message }) => {
      waiting.push({ level: 'error', text: message || 'The runner could not be loaded.' });
      showLines();
      run.state = 'failed';
    });
    const { faults, expiresAfterSignIn, isStepping } = run;
    const plainFaults = faults.map(({ id, way, operation }) => ({ id, way, ...(operation === undefined ? {} : { operation }) }));
    post({ type: 'run', pieces: [...pieces], faults: plainFaults, expiresAfterSignIn, isStepping } satisfies RunMessage);
  };

  const addFault = (way: FaultWay, operation: string): void => {
    const fault = { id: (lastFault += 1), way, ...(operation === '' ? {} : { operation }) };
    run.faults.push({ ...fault, isUsed: false });
    post({ type: 'add-fault', fault });
  };

  const removeFault = (id: number): void => {
    run.faults = run.faults.filter((fault) => fault.id !== id);
    post({ type: 'remove-fault', id });
  };

  const setStepping = (isStepping: boolean): void => {
    run.isStepping = isStepping;
    post({ type: 'step', isStepping });
  };

  const next = (): void => post({ type: 'next' });
  const advance = (ms: number): void => post({ type: 'advance', ms });
  return { run, isBusy, start, stop, addFault, removeFault, setStepping, next, advance };
};

export type RunControls = ReturnType<typeof useRun>;
