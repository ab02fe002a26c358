import type { OperationEntry } from '../operations/operations.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { CALL_EXIT } from './exit-codes.ts';
import { mustConfirm } from './help.ts';
import type { Input } from './input.ts';
import { cellOf } from './table.ts';

/** A call that may need a confirmation. */
interface Question {
  readonly entry: OperationEntry;
  readonly input: Input;
  /** `--yes` was given. */
  readonly isConfirmed: boolean;
  readonly json: boolean;
  readonly url: string;
}

/** Asks a person before an operation that is sent once or removes something. Returns false if nothing may be sent. */
export const confirm = async ({ entry, input, isConfirmed, json, url }: Question, terminal: Terminal): Promise<boolean> => {
  if (!mustConfirm(entry) || isConfirmed) return true;
  const { name, isDestructive } = entry;
  const reason = isDestructive ? `${name} removes something` : `${name} is sent once, and never repeated`;
  if (!terminal.isInteractive) {
    const message = `${reason}. It needs --yes without a terminal. Nothing was sent.`;
    if (json)
      terminal.printError(
        JSON.stringify({ error: { message, kind: 'declined', operation: name, outcome: 'not-sent' }, exitCode: CALL_EXIT.declined }),
      );
    else terminal.printError(message);
    return false;
  }
  const secrets = new Set(entry.fields.filter(({ isSecret }) => isSecret).map(({ path }) => path[0]));
  terminal.printError(`${reason}:\n  ${printable(url)}`);
  for (const [field, value] of Object.entries(input)) terminal.printError(`  ${field}: ${secrets.has(field) ? '[hidden]' : cellOf(value)}`);
  const reply = await terminal.ask('Send it? [y/N] ');
  if (/^y(?:es)?$/i.test(reply ?? '')) return true;
  terminal.printError('Nothing was sent.');
  return false;
};
