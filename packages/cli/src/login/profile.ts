import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { usageError } from '../command.ts';
import { withoutSlashes, type Variables } from '../environment/variables.ts';

/** Returns the folder for the sessions of this user of the machine. */
const stateFolder = (env: Variables): string => {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local, HOME: home } = env;
  if (state && isAbsolute(state)) return join(state, 'platform-sdk');
  if (process.platform === 'win32' && local) return join(local, 'platform-sdk');
  return join(home !== undefined && isAbsolute(home) ? home : homedir(), '.local', 'state', 'platform-sdk');
};

/**
 * Returns the session file of a profile. The URL of the auth service and the Api-Key determine the file, so each environment has its own
 * sessions. A token never reaches another environment, and a wrong Api-Key does not end a session.
 */
export const sessionFile = (env: Variables, profile: string, authUrl: string, apiKey: unknown): string => {
  if (!/^\w[\w.@+-]{0,63}$/.test(profile))
    throw usageError('--profile must be a name of at most 64 letters, digits and the characters . @ + - _');
  const { host } = new URL(authUrl);
  const digest = createHash('sha256')
    .update(JSON.stringify([withoutSlashes(authUrl), apiKey]))
    .digest('hex');
  const environment = `${host.replaceAll(/[^\w.-]/g, '_')}-${digest.slice(0, 8)}`;
  return join(stateFolder(env), 'sessions', environment, `${profile}.json`);
};

/** Returns whether other users of the machine can read a file. Returns false on Windows, which lacks file modes. */
export const isReadableByOthers = (file: string): boolean =>
  process.platform !== 'win32' && existsSync(file) && (statSync(file).mode & 0o044) !== 0;
