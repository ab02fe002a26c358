import { createAuthClient } from '@platform-sdk/auth';
import { isPlatformError, PlatformError, type Platform } from '@platform-sdk/core';
import { fileTokenStore } from '@platform-sdk/core/node';
import { CALL_EXIT } from '../call/exit-codes.ts';
import { printFailure } from '../call/failure.ts';
import { recordLines } from '../call/table.ts';
import { defineCommand, usageError, type ParsedArguments } from '../command.ts';
import { environmentOptions, ENVIRONMENT_HELP, openPlatform, readEnvironment, type Environment } from '../environment/open-platform.ts';
import { readAccount, readVariable, type Variables } from '../environment/variables.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { sessionFile } from './profile.ts';

/** An environment, and its platform with the session of a profile. */
type Opened = Environment & { readonly platform: Platform; readonly authUrl: string };

const KEY_IS_MISSING = 'PLATFORM_API_KEY is missing: a session belongs to an Api-Key';

/** Runs a command with the session of a profile. Calls use this session instead of `PLATFORM_ACCESS_TOKEN`, unless `usesToken` is set. */
const onSession = async (
  values: ParsedArguments<typeof environmentOptions>['values'],
  terminal: Terminal,
  run: (opened: Opened) => Promise<number>,
  usesToken = false,
): Promise<number> => {
  const found = await readEnvironment(values, terminal);
  const { accessToken: _, ...options } = found.options;
  const environment = usesToken ? found : { ...found, options };
  const { authUrl } = environment;
  if (authUrl === undefined) throw usageError('PLATFORM_AUTH_URL is not set: a session belongs to an auth service');
  const platform = openPlatform(environment, terminal);
  try {
    if (environment.options.apiKey === undefined)
      throw new PlatformError('invalid-input', KEY_IS_MISSING, { field: 'apiKey', outcome: 'not-sent' });
    return await run({ ...environment, authUrl, platform });
  } catch (error) {
    if (terminal.signal.aborted) return CALL_EXIT.stopped;
    if (!isPlatformError(error)) throw error;
    return printFailure(terminal, error, values.json);
  } finally {
    platform.dispose();
  }
};

const helpOf = (usage: string, description: string, lines: string): string => `Usage: platform-sdk ${usage} [options]

${description}

${lines}${ENVIRONMENT_HELP}
  --json                Prints one line of JSON.

Exit codes: those of platform-sdk call.`;

export const login = defineCommand({
  help: helpOf(
    'login',
    'Signs in, and keeps the session for platform-sdk call. The session is a file that only you can read, and several processes can use it.',
    `  --username <name>     The e-mail address or the phone number. Default: PLATFORM_USERNAME, else a question.
  --password-stdin      Reads the password from the standard input. Default: PLATFORM_PASSWORD, else a question.
`,
  ),
  options: { username: { type: 'string' }, 'password-stdin': { type: 'boolean', default: false }, ...environmentOptions },
  run: async ({ values }, terminal) =>
    onSession(values, terminal, async ({ platform, variables, profile, authUrl, callOptions }) => {
      const { username, password } = await accountOf(values, variables, terminal);
      const { accessToken } = await createAuthClient(platform).login({ username, password }, callOptions);
      // If the session cannot be written, it only exists in memory, and a warning is printed.
      const file = sessionFile(variables, profile, authUrl, readVariable(variables, 'PLATFORM_API_KEY'));
      const record: unknown = await Promise.resolve(fileTokenStore(file).get()).catch(() => undefined);
      if (!JSON.stringify(record ?? null).includes(JSON.stringify(accessToken))) {
        terminal.printError('The session is not stored. Set XDG_STATE_HOME to a folder that you can write, and sign in again.');
        return CALL_EXIT.failed;
      }
      if (values.json) terminal.print(JSON.stringify({ profile, environment: authUrl, username }));
      else terminal.print(`Signed in as ${printable(username)} at ${authUrl}, in the profile ${profile}.`);
      return CALL_EXIT.ok;
    }),
});

const accountOf = async (
  values: { readonly username?: string | undefined; readonly 'password-stdin': boolean },
  variables: Variables,
  { ask, askSecret, isInteractive, readInput }: Terminal,
): Promise<{ readonly username: string; readonly password: string }> => {
  const username = values.username ?? readVariable(variables, 'PLATFORM_USERNAME') ?? (isInteractive && (await ask('Username: ')));
  if (!username) throw usageError('The username is missing: give --username, or set PLATFORM_USERNAME');
  const known = readAccount(variables);
  if (values['password-stdin']) {
    const password = (await readInput()).replace(/\r?\n$/, '');
    if (password === '') throw usageError('The standard input contains no password');
    return { username, password };
  }
  if (known?.username === username) return known;
  const password = isInteractive && (await askSecret(`Password of ${printable(username)}: `));
  if (!password) throw usageError('The password is missing: give --password-stdin, or set PLATFORM_USERNAME and PLATFORM_PASSWORD');
  return { username, password };
};

export const logout = defineCommand({
  help: helpOf(
    'logout',
    'Revokes the token of the session, and removes the session from this machine even if the service does not respond.',
    '',
  ),
  options: environmentOptions,
  run: async ({ values }, terminal) =>
    onSession(values, terminal, async ({ platform, profile, authUrl, callOptions }) => {
      const removed = (await platform.session.get()) !== undefined;
      const { revoked } = removed ? await createAuthClient(platform).logout({}, callOptions) : { revoked: false };
      if (values.json) terminal.print(JSON.stringify({ profile, environment: authUrl, removed, revoked }));
      else if (!removed) terminal.print(`No user is signed in at ${authUrl}, in the profile ${profile}.`);
      else terminal.print(revoked ? 'Signed out.' : 'The session is removed. The service may accept its token until it expires.');
      return CALL_EXIT.ok;
    }),
});

const TOKEN = 'PLATFORM_ACCESS_TOKEN';

export const whoami = defineCommand({
  help: helpOf(
    'whoami',
    'Prints the profile and its user, and the lifetime of the token as the auth service returns it. An expired token is refreshed first.\n' +
      `If ${TOKEN} is set, describes this token, because call uses it instead of the session.`,
    `  --access-token        Prints only the access token, for curl: export ${TOKEN}=$(platform-sdk whoami --access-token)\n`,
  ),
  options: { 'access-token': { type: 'boolean', default: false }, ...environmentOptions },
  run: async ({ values }, terminal) => {
    const isForCurl = values['access-token'];
    const show = async ({ platform, variables, profile, authUrl, callOptions }: Opened): Promise<number> => {
      const given = readVariable(variables, TOKEN);
      // `call` prefers the variable. `--access-token` prefers the session, because its output can renew the variable.
      const session = given === undefined || isForCurl ? await platform.session.refreshIfNeeded() : undefined;
      if (!session && given === undefined) {
        terminal.printError(`No user is signed in at ${authUrl}, in the profile ${profile}. Sign in with: platform-sdk login`);
        return CALL_EXIT.session;
      }
      if (isForCurl) {
        terminal.print(session?.accessToken ?? given ?? '');
        return CALL_EXIT.ok;
      }
      const token = await createAuthClient(platform).tokenInfo({}, callOptions);
      const { email, firstName, lastName } = session ?? {};
      const facts = session
        ? { profile, environment: authUrl, email, firstName, lastName, ...token }
        : { environment: authUrl, ...token, token: TOKEN };
      if (values.json) terminal.print(JSON.stringify(facts));
      else {
        for (const line of recordLines(facts, terminal.columns, (text) => terminal.style('dim', text))) terminal.print(line);
        if (!session) terminal.printError(`${TOKEN} replaces the session. The name and the e-mail address of its user are unknown.`);
      }
      return CALL_EXIT.ok;
    };
    return onSession(values, terminal, show, true);
  },
});
