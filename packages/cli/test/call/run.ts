import { main } from '@platform-sdk/cli';
import { recordingTerminal, type TerminalParts } from '../recording-terminal.ts';

/** URLs of services that no test calls. */
export const nowhere = {
  PLATFORM_API_KEY: 'app-1',
  PLATFORM_AUTH_URL: 'https://auth.test/v1',
  PLATFORM_ORGANIZATIONS_URL: 'https://api.test/v1',
  PLATFORM_WALLETS_URL: 'https://api.test/v1',
  PLATFORM_MEMORY_URL: 'https://memory.test',
  PLATFORM_GATEWAY_URL: 'https://gateway.test/v1',
  PLATFORM_UPLOAD_URL: 'https://upload.test',
  PLATFORM_ANALYTICS_URL: 'https://analytics.test',
};

/** The outcome of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The replies, the input and the properties of the terminal. */
export interface Person extends TerminalParts {
  readonly ask?: (question: string) => Promise<string | undefined>;
}

/** Runs the tool in this process. */
export const run = async (
  args: readonly string[],
  env: Record<string, string | undefined> = nowhere,
  person: Person = {},
): Promise<Ran> => {
  const { ask, ...parts } = person;
  const terminal = recordingTerminal(env, undefined, ask, parts);
  const code = await main(args, terminal);
  const written = terminal.written.map((chunk) => (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')));
  const printed = terminal.printed.map((line) => `${line}\n`);
  return { code, out: [...written, ...printed].join(''), err: terminal.errors.join('\n') };
};

/** Returns the JSON body of the request that a call would send. */
export const bodyOf = async (args: readonly string[], person: Person = {}): Promise<unknown> => {
  const { code, out, err } = await run(['call', ...args, '--dry-run'], nowhere, person);
  if (code !== 0) throw new Error(err);
  const [, body = ''] = /--data-raw '([\s\S]*)'\n$/.exec(out) ?? [];
  return JSON.parse(body.replaceAll(String.raw`'\''`, "'"));
};
