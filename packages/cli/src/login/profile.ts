import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { SessionOptions } from '@platform-sdk/core';
import { fileLock, fileTokenStore } from '@platform-sdk/core/node';
import { quoted } from '../call/curl.ts';
import { usageError } from '../command.ts';
import { withoutSlashes, type Variables } from '../environment/variables.ts';

/** Returns the folder of the sessions of this user of the machine. */
const stateFolder = (env: Variables): string => {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local, HOME: home } = env;
  if (state && isAbsolute(state)) return join(state, 'platform-sdk');
  if (process.platform === 'win32' && local) return join(local, 'platform-sdk');
  return join(home !== undefined && isAbsolute(home) ? home : homedir(), '.local', 'state', 'platform-sdk');
};

/**
 * Returns the session of a profile. Each environment has separate sessions, by the URL of its auth service and its Api-Key. No token reaches
 * another environment, and a wrong Api-Key ends no session. Calls `warn` if other users of the machine can read the session.
 */
export const profileSession = (
  env: Variables,
  profile: string,
  authUrl: string,
  apiKey: unknown,
  warn: (message: string) => void = () => undefined,
): SessionOptions => {
  if (!/^\w[\w.@+-]{0,63}$/.test(profile))
    throw usageError('--profile must be a name of at most 64 letters, digits and the characters . @ + - _');
  const { host } = new URL(authUrl);
  const digest = createHash('sha256')
    .update(JSON.stringify([withoutSlashes(authUrl), apiKey]))
    .digest('hex');
  const environment = `${host.replaceAll(/[^\w.-]/g, '_')}-${digest.slice(0, 8)}`;
  const file = join(stateFolder(env), 'sessions', environment, `${profile}.json`);
  const store = fileTokenStore(file);
  let isChecked = false;
  const get = async (): Promise<unknown> => {
    const record = await store.get();
    if (!isChecked && isReadableByOthers(file)) warn(`Other users can read the session file ${file}. Run: chmod 600 ${quoted(file)}`);
    isChecked = true;
    return record;
  };
  return { store: { ...store, get }, lock: fileLock(`${file}.lock`) };
};

/** Windows keeps no such modes. */
const isReadableByOthers = (file: string): boolean =>
  process.platform !== 'win32' && ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o044) !== 0;
