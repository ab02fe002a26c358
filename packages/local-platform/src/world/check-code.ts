import { refuse } from '../errors/refusal.ts';
import type { World } from './state.ts';
import { store } from '../state/store.ts';

/** The maximum number of wrong attempts for one code. */
const MAX_ATTEMPTS = 10;

/** Counts of wrong attempts, by code and purpose. */
export const attemptRecords = store('code-attempts', () => new Map<string, number>());

/** Throws for a wrong code. After 10 wrong attempts, even the right code is rejected, until a new code is sent. */
export const checkCode = (world: World, purpose: string, field: string, given: string, expected: string | undefined): void => {
  const attempts = world.records(attemptRecords);
  const key = `${purpose} ${expected}`;
  const count = attempts.get(key) ?? 0;
  if (count >= MAX_ATTEMPTS) refuse(422, 'TOO_MANY_ATTEMPTS', 'The code was tried too often. Request another one.', { field });
  if (given === expected) return void attempts.delete(key);
  attempts.set(key, count + 1);
  refuse(422, 'INVALID_CODE', 'The code is wrong.', { field });
};
