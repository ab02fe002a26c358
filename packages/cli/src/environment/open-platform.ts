import { createPlatform, type BaseName, type CallOptions, type LogEvent, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { fileLock, fileTokenStore } from '@platform-sdk/core/node';
import { quoted } from '../call/curl.ts';
import { usageError, type ParsedArguments } from '../command.ts';
import { isReadableByOthers, sessionFile } from '../login/profile.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { withEnvFile } from './env-file.ts';
import { readCallCredentials, readPlatformOptions, readVariable, urlVariable, type Variables } from './variables.ts';

/** The options of every command that calls an environment as a user. */
export const environmentOptions = { 'env-file': { type: 'string' }, profile: { type: 'string' }, timeout: { type: 'string' } } as const;

/** The lines of a help text that describe `environmentOptions`. */
export const ENVIRONMENT_HELP = `  --env-file <file>     Reads variables from a file. Those of the process win.
  --profile <name>      The account. Each profile has its own session. Default: PLATFORM_PROFILE, else "default".
  --timeout <seconds>   Limits the whole call. Default: 120; unlimited for uploads, streams and jobs.`;

/** An environment, as the variables and the command's options describe it. */
export interface Environment {
  readonly variables: Variables;
  /** The URLs and credentials, without the session. */
  readonly options: PlatformOptions;
  readonly profile: string;
  /** The URL of the auth service. Undefined if `PLATFORM_AUTH_URL` is not set. */
  readonly authUrl: string | undefined;
  /** The signal of the terminal, and the time limit of a call. */
  readonly callOptions: CallOptions;
}

/** Reads the environment. Throws a usage error if no URL is known, or if a URL or the time limit is invalid. */
export const readEnvironment = async (
  values: ParsedArguments<typeof environmentOptions>['values'],
  terminal: Terminal,
): Promise<Environment> => {
  const variables = await withEnvFile(terminal.env, values['env-file']);
  const options = { ...readPlatformOptions(variables), ...readCallCredentials(variables) };
  if (Object.keys(options.baseUrls ?? {}).length === 0)
    throw usageError('No environment is named: set PLATFORM_API_KEY and the PLATFORM_..._URL variables, or give --env-file');
  for (const [base, url] of Object.entries(options.baseUrls ?? {}))
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw usageError(`${urlVariable(base as BaseName)} must be an http or https URL, such as https://${base}.example.com/v1`);
  const seconds = values.timeout === undefined ? undefined : Number(values.timeout);
  if (seconds !== undefined && !(seconds > 0)) throw usageError('--timeout must be a number of seconds');
  return {
    variables,
    options,
    profile: values.profile ?? readVariable(variables, 'PLATFORM_PROFILE') ?? 'default',
    authUrl: options.baseUrls?.auth,
    callOptions: { signal: terminal.signal, ...(seconds !== undefined && { timeoutMs: seconds * 1000 }) },
  };
};

/** Creates the platform of an environment. If the auth URL is known, the platform uses the stored session of the profile. */
export const openPlatform = ({ variables, options, profile, authUrl }: Environment, terminal: Terminal): Platform => {
  const warn = (message: string): void => terminal.printError(terminal.style('dim', printable(`warning: ${message}`)));
  const file = authUrl === undefined ? undefined : sessionFile(variables, profile, authUrl, options.apiKey);
  if (file !== undefined && isReadableByOthers(file)) warn(`Other users can read the session file ${file}. Run: chmod 600 ${quoted(file)}`);
  return createPlatform({
    ...options,
    ...(file !== undefined && { session: { store: fileTokenStore(file), lock: fileLock(`${file}.lock`) } }),
    logger: (event) => {
      const message = warningOf(event);
      if (message !== undefined) warn(message);
    },
  });
};

const warningOf = (event: LogEvent): string | undefined => {
  if (event.type === 'warning') return event.message;
  if (event.type === 'invalid-response') return `${event.operation}: ${event.field} ${event.message}`;
  if (event.type === 'deprecation') return `${event.operation} is deprecated${event.sunsetAt ? `, and ends at ${event.sunsetAt}` : ''}`;
  return undefined;
};
