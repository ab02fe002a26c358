import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { readPlatformOptions, type Variables } from '@platform-sdk/cli';
import type { PlatformOptions } from '@platform-sdk/core';
import { runLocal } from '@platform-sdk/local-platform/command';

/** The services that the console uses: their URLs, secrets for the server only, and hints for the page. */
export interface Environment {
  readonly options: PlatformOptions;
  readonly hints: Hints;
  /** The URL of the local platform's inspector, including its token. Only the terminal may show this URL. */
  readonly inspector?: string;
  readonly close: () => Promise<void>;
}

/** Public values that the page suggests. On staging, only `site` can be set. */
interface Hints {
  readonly account?: { readonly email: string; readonly password: string };
  readonly models?: readonly string[];
  readonly agents?: readonly string[];
  readonly site?: string;
  /** The origin of the local platform's inspector, which shows the codes that were sent. The inspector requires a token. */
  readonly inspector?: string;
}

/** The JSON document that the local platform prints when it starts. */
interface LocalDocument {
  readonly baseUrls: NonNullable<PlatformOptions['baseUrls']>;
  readonly apiKey: string;
  readonly gatewayKey: string;
  readonly sampleSite: string;
  readonly account: { readonly email: string; readonly password: string };
  readonly control: { readonly token: string; readonly inspector: string };
}

/** Starts the local platform with the demo data, and stops it at `close`. */
export const openLocalEnvironment = async (): Promise<Environment> => {
  const stop = new AbortController();
  let running: Promise<unknown> | undefined;
  const printed = await new Promise<string>((resolve, reject) => {
    const terminal = { print: resolve, printError: console.error, signal: stop.signal };
    running = runLocal(['--demo', '--port', '0', '--json'], terminal);
    running.catch(reject);
  });
  const { baseUrls, apiKey, gatewayKey, sampleSite, account, control } = JSON.parse(printed) as LocalDocument;
  return {
    options: { apiKey, baseUrls, tokens: { gateway: gatewayKey } },
    hints: {
      account,
      models: ['acme/sage', 'acme/swift', 'thrift/mini'],
      agents: ['agent-support', 'agent-contracts', 'agent-reports'],
      site: sampleSite,
      inspector: new URL(control.inspector).origin,
    },
    inspector: control.inspector,
    close: async () => {
      stop.abort();
      await running;
    },
  };
};

/** Reads a staging environment from the variables of `.env.example`. */
const readStaging = (variables: Variables): Environment => ({
  options: readPlatformOptions(variables),
  hints: variables['PLATFORM_SITE'] ? { site: variables['PLATFORM_SITE'] } : {},
  close: async () => undefined,
});

/** Opens staging if `PLATFORM_API_KEY` is set in the process or in a file. Otherwise, opens the local platform. */
export const openEnvironment = async (envFile: string | undefined): Promise<Environment> => {
  const file = envFile === undefined ? {} : parseEnv(await readFile(envFile, 'utf8'));
  const own = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const variables: Variables = { ...file, ...own };
  if (variables['PLATFORM_API_KEY']) return readStaging(variables);
  if (envFile !== undefined) throw new Error(`${envFile} sets no PLATFORM_API_KEY.`);
  return openLocalEnvironment();
};
