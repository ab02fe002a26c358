import { checkOutput, limitError } from './limits.ts';
import type { RunTask } from './tasks.ts';

/** The maximum size of a document in a browser, where no worker can limit time and memory. */
const MAX_INPUT = 8 * 1024 * 1024;

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : ArrayBuffer.isView(value) ? value.byteLength : 0);

export const runTask: RunTask = async (name, input) => {
  const size = Object.values(input).reduce<number>((sum, each) => sum + lengthOf(each), 0);
  if (size > MAX_INPUT) throw limitError('BROWSER_ERROR', `is longer than ${MAX_INPUT} bytes`);
  const { tasks } = await import('./tasks.ts');
  return checkOutput(await (tasks[name] as (given: unknown) => unknown)(input)) as never;
};
