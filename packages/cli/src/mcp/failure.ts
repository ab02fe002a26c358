import { isPlatformError, type PlatformError } from '@platform-sdk/core';
import { messageOf } from '../call/failure.ts';
import { operationEntries, type OperationEntry } from '../operations/operations.ts';
import { isRead } from './brakes.ts';

/** Describes a failed call for the model, with the next step, so that the model does not repeat a payment. */
export const reportOf = (error: unknown, entry: OperationEntry): object => {
  if (!isPlatformError(error)) return { error: textOf(error), kind: 'unexpected', outcome: 'unknown', next: unknownStep(entry) };
  // The body and the headers are omitted, because they may contain anything. `received`, the part of a stream that has arrived, is kept.
  const { body: _, headers: __, ...facts } = error;
  const outcome = error.outcome ?? (isRead(entry) ? 'not-sent' : 'unknown');
  return { error: messageOf(error), ...facts, outcome, next: nextStep(error, outcome, entry) };
};

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const nextStep = (error: PlatformError, outcome: string, entry: OperationEntry): string => {
  const { kind, status, retryAfterSeconds, field } = error;
  if (kind === 'session') return 'Nobody is signed in, or the session has ended. Ask the person who runs this server to sign in again.';
  if (kind === 'invalid-input') return `Nothing was sent. Correct ${field ?? 'the input'} and call again: describe lists the fields.`;
  if (status === 402) return 'The wallets lack credits, and nothing changed. Do not repeat the call: ask a person to add credits.';
  if (status === 429) return `The service rejected the call for now. Wait ${retryAfterSeconds ?? 60} seconds before you repeat it.`;
  if (status === 401 || status === 403)
    return 'The service rejected the credentials. Do not repeat the call: report to the person what is missing.';
  if (outcome === 'rejected') return 'The service rejected the call, and nothing changed. Correct the input before you call again.';
  if (outcome === 'not-sent') return 'Nothing changed. You may call again.';
  if (outcome === 'likely-applied')
    return `The service probably did it, and only its response was lost. Do not repeat the call. ${lookWith(entry)}`;
  return unknownStep(entry);
};

const unknownStep = (entry: OperationEntry): string => {
  const { retry } = entry.operation;
  if (retry === 'safe' || retry === 'idempotent') return 'You may call again: two such calls change no more than one.';
  return `Nobody knows if the service did it. Do not repeat the call. ${lookWith(entry)}`;
};

/** Names the reading operations whose cached responses the call invalidates. They show whether the call was applied. */
const lookWith = (entry: OperationEntry): string => {
  const names = operationEntries()
    .filter(
      (other) => other.base === entry.base && isRead(other) && (entry.operation.invalidates ?? []).some((path) => covers(path, other)),
    )
    .map(({ name }) => name)
    .slice(0, 3);
  return names.length > 0 ? `Reconcile with ${names.join(' or ')} first, and ask the person.` : 'Ask the person.';
};

/** Returns whether a path of `invalidates` covers the path of an operation. Parameters may have different names in the two paths. */
const covers = (invalidated: string, { operation }: OperationEntry): boolean => {
  const wanted = invalidated.replace(/\$$/, '').split('/').filter(Boolean);
  const found = operation.path.split('/').filter(Boolean);
  const isExact = invalidated.endsWith('$');
  if (wanted.length === 0 || wanted.length > found.length || (isExact && wanted.length !== found.length)) return false;
  return wanted.every((part, index) => (part.startsWith('{') ? found[index]?.startsWith('{') === true : part === found[index]));
};
