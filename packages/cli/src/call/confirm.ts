import type { OperationEntry } from '../operations/operations.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { CALL_EXIT } from './exit-codes.ts';
import type { Input } from './input.ts';
import { cellOf } from './table.ts';

/** Requests the user's confirmation if the operation is never retried or removes something. Returns false if the call must not be sent. */
export const confirm = async (
  entry: OperationEntry,
  input: Input,
  { json, url }: { readonly json: boolean; readonly url: string },
  { isInteractive, printError, ask }: Terminal,
): Promise<boolean> => {
  const { name, needsYes, isDestructive, fields } = entry;
  if (!needsYes) return true;
  const reason = `${name} ${isDestructive ? 'removes something' : 'is sent once, and never repeated'}`;
  if (!isInteractive) {
    const message = `${reason}. It needs --yes without a terminal. Nothing was sent.`;
    const error = { message, kind: 'declined', operation: name, outcome: 'not-sent' };
    printError(json ? JSON.stringify({ error, exitCode: CALL_EXIT.declined }) : message);
    return false;
  }
  const secrets = fields.flatMap(({ isSecret, path }) => (isSecret ? path.slice(0, 1) : []));
  printError(`${reason}:\n  ${printable(url)}`);
  for (const [field, value] of Object.entries(input)) printError(`  ${field}: ${secrets.includes(field) ? '[hidden]' : cellOf(value)}`);
  if (/^y(?:es)?$/i.test((await ask('Send it? [y/N] ')) ?? '')) return true;
  printError('Nothing was sent.');
  return false;
};
