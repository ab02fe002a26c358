import { createAuthClient } from '@platform-sdk/auth';
import { isPlatformError } from '@platform-sdk/core';
import { CALL_EXIT } from '../call/exit-codes.ts';
import { printFailure } from '../call/failure.ts';
import { recordLines } from '../call/table.ts';
import { defineCommand, usageError } from '../command.ts';
import { environmentOptions, ENVIRONMENT_HELP, openPlatform, readEnvironment, type Environment } from '../environment/open-platform.ts';
import { readAccount } from '../environment/variables.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';

const CODES = 'Exit codes: those of platform-sdk call.';

/** Returns the environment, which must have an auth service. */
const withAuth = async (values: Parameters<typeof readEnvironment>[0], terminal: Terminal): Promise<Environment & { authUrl: string }> => {
  const environment = await readEnvironment(values, terminal);
  const { authUrl } = environment;
  if (authUrl === undefined) throw usageError('PLATFORM_AUTH_URL is not set: a session belongs to an auth service');
  return { ...environment, authUrl };
};

/** Runs a command that calls the auth service. Failures are printed as those of `call`. */
const orFailure = async (terminal: Terminal, json: boolean, run: () => Promise<number>): Promise<number> => {
  try {
    return await run();
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return printFailure(terminal, error, json);
  }
};

export const login = defineCommand({
  help: `Usage: platform-sdk login [options]

Signs in, and keeps the session for platform-sdk call. The session is a file that only you can read, and several processes can use it.

  --username <name>     The e-mail address or the phone number. Default: PLATFORM_USERNAME, else a question.
  --password-stdin      Reads the password from the standard input. Default: PLATFORM_PASSWORD, else a question.
${ENVIRONMENT_HELP}
  --json                Prints the profile as JSON.

${CODES}`,
  options: { username: { type: 'string' }, 'password-stdin': { type: 'boolean', default: false }, ...environmentOptions },
  async run({ values }, terminal) {
    const environment = await withAuth(values, terminal);
    const { username, password } = await accountOf(values, environment, terminal);
    return orFailure(terminal, values.json, async () => {
      const platform = openPlatform(environment, terminal);
      try {
        const { timeoutMs } = environment;
        await createAuthClient(platform).login(
          { username, password },
          { signal: terminal.signal, ...(timeoutMs !== undefined && { timeoutMs }) },
        );
      } finally {
        platform.dispose();
      }
      const { profile, authUrl } = environment;
      if (values.json) terminal.print(JSON.stringify({ profile, environment: authUrl, username }));
      else terminal.print(`Signed in as ${printable(username)} at ${authUrl}, in the profile ${profile}.`);
      return CALL_EXIT.ok;
    });
  },
});

const accountOf = async (
  values: { readonly username?: string | undefined; readonly 'password-stdin': boolean },
  { variables }: Environment,
  { ask, askSecret, isInteractive, readInput }: Terminal,
): Promise<{ readonly username: string; readonly password: string }> => {
  const known = readAccount(variables);
  const username = values.username ?? variables['PLATFORM_USERNAME']?.trim() ?? (isInteractive ? await ask('Username: ') : undefined);
  if (!username) throw usageError('The username is missing: give --username, or set PLATFORM_USERNAME');
  if (values['password-stdin']) {
    const password = (await readInput()).replace(/\r?\n$/, '');
    if (password === '') throw usageError('The standard input contains no password');
    return { username, password };
  }
  if (known?.username === username) return known;
  const password = isInteractive ? await askSecret(`Password of ${printable(username)}: `) : undefined;
  if (!password) throw usageError('The password is missing: give --password-stdin, or set PLATFORM_USERNAME and PLATFORM_PASSWORD');
  return { username, password };
};

export const logout = defineCommand({
  help: `Usage: platform-sdk logout [options]

Revokes the token of the profile's session, and removes the session from this machine even if the service does not respond.

${ENVIRONMENT_HELP}
  --json                Prints the result as JSON.

${CODES}`,
  options: environmentOptions,
  async run({ values }, terminal) {
    const environment = await withAuth(values, terminal);
    return orFailure(terminal, values.json, async () => {
      const platform = openPlatform(environment, terminal);
      try {
        const { profile, authUrl } = environment;
        const isSignedIn = (await platform.session.get()) !== undefined;
        const { revoked } = isSignedIn ? await createAuthClient(platform).logout({}, { signal: terminal.signal }) : { revoked: false };
        if (values.json) terminal.print(JSON.stringify({ profile, environment: authUrl, removed: isSignedIn, revoked }));
        else if (!isSignedIn) terminal.print(`No user is signed in at ${authUrl}, in the profile ${profile}.`);
        else terminal.print(revoked ? 'Signed out.' : 'The session is removed. The service may accept its token until it expires.');
        return CALL_EXIT.ok;
      } finally {
        platform.dispose();
      }
    });
  },
});

export const whoami = defineCommand({
  help: `Usage: platform-sdk whoami [options]

Prints the profile, and the claims of its token as the auth service returns them. An expired token is refreshed first.

  --access-token        Prints only the access token, for curl: export PLATFORM_ACCESS_TOKEN=$(platform-sdk whoami --access-token)
${ENVIRONMENT_HELP}
  --json                Prints one line of JSON.

${CODES}`,
  options: { 'access-token': { type: 'boolean', default: false }, ...environmentOptions },
  async run({ values }, terminal) {
    const environment = await withAuth(values, terminal);
    return orFailure(terminal, values.json, async () => {
      const platform = openPlatform(environment, terminal);
      try {
        const { profile, authUrl } = environment;
        const tokens = await platform.session.refreshIfNeeded();
        if (!tokens) {
          terminal.printError(`No user is signed in at ${authUrl}, in the profile ${profile}. Sign in with: platform-sdk login`);
          return CALL_EXIT.session;
        }
        if (values['access-token']) {
          terminal.print(tokens.accessToken);
          return CALL_EXIT.ok;
        }
        const claims = await createAuthClient(platform).tokenInfo({}, { signal: terminal.signal });
        const facts = { profile, environment: authUrl, ...claims };
        if (values.json) terminal.print(JSON.stringify(facts));
        else for (const line of recordLines(facts, terminal.columns, (text) => terminal.style('dim', text))) terminal.print(line);
        return CALL_EXIT.ok;
      } finally {
        platform.dispose();
      }
    });
  },
});
