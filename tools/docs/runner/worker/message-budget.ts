/** Limits the messages of a run. Otherwise, an endless loop that prints would fill the page's memory before a reader could stop it. */
import type { FromWorker } from '../messages.ts';

type Post = (message: FromWorker) => void;

/**
 * The lines, requests and characters that a page can show in a second without getting slow. A page keeps 500 lines, which leaves room for
 * the lines that count omitted lines.
 */
const MAX_MESSAGES = 400;
const MAX_CHARACTERS = 400_000;
const MAX_LINE = 20_000;
const WINDOW_MS = 1000;

const count = (number: number): string => number.toLocaleString('en');

const shortened = (text: string): string =>
  text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)} … ${count(text.length - MAX_LINE)} more characters` : text;

/** Returns a `post` that omits lines and requests beyond the limits of a second, and reports the number of omitted lines. */
export const limitMessages = (post: Post, now: () => number = () => performance.now()): Post => {
  let windowEnd = 0;
  let messages = 0;
  let characters = 0;
  let leftOut = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The requests that were not shown. */
  const unknown = new Set<number>();

  const begin = (): void => {
    windowEnd = now() + WINDOW_MS;
    messages = 0;
    characters = 0;
    if (leftOut === 0) return;
    post({ type: 'console', level: 'warn', text: `… ${count(leftOut)} lines were left out.` });
    leftOut = 0;
  };

  const fits = (length: number): boolean => {
    if (now() >= windowEnd) begin();
    messages++;
    characters += length;
    return messages <= MAX_MESSAGES && characters <= MAX_CHARACTERS;
  };

  const leaveOut = (): void => {
    leftOut++;
    // In an endless loop, this timer never runs. The next line then begins a new window.
    timer ??= setTimeout(() => {
      timer = undefined;
      begin();
    }, WINDOW_MS);
  };

  return (message) => {
    if (message.type === 'console') {
      const text = shortened(message.text);
      if (fits(text.length)) post({ ...message, text });
      else leaveOut();
    } else if (message.type === 'request') {
      if (fits(message.body.length)) post(message);
      else unknown.add(message.id);
    } else if ('id' in message && message.type !== 'fault-used' && unknown.has(message.id)) {
      if (message.type === 'body-end' || message.type === 'broken') unknown.delete(message.id);
    } else {
      post(message);
    }
  };
};
