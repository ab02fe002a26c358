import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
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
 * Returns the session file of a profile. Each environment has separate sessions, by the URL of its auth service and its Api-Key. No token reaches
 * another environment, and a wrong Api-Key ends no session.
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

/** Returns true if other users of the machine can read a file. Windows keeps no such modes. */
export const isReadableByOthers = (file: string): boolean =>
  process.platform !== 'win32' && existsSync(file) && (statSync(file).mode & 0o044) !== 0;
