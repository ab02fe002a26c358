import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { createLocalPlatform, serve, type LocalPlatform } from '@platform-sdk/local-platform';
import type { PlatformOptions } from '@platform-sdk/core';

/** The environment of an example: a local platform on a free port, or the services in the variables of `.env.example`. */
export interface Environment {
  /** Addresses and Api-Key, for `createPlatform`. */
  readonly options: PlatformOptions;
  /** Returns a new, unregistered e-mail address. */
  readonly email: (name: string) => string;
  /** Returns the last code sent to an address: from the local inbox, or typed in by the user of the example. */
  readonly codeFor: (address: string) => Promise<string>;
  /** The local platform. Absent for other services. */
  readonly local?: LocalPlatform;
  readonly close: () => Promise<void>;
}

const SERVICES = ['auth', 'organizations', 'wallets', 'analytics', 'memory', 'gateway', 'upload', 'search', 'converter'] as const;

const newEmail = (name: string): string => `${name}.${randomUUID().slice(0, 8)}@example.com`;

const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
};

const staging = (apiKey: string, variables: NodeJS.ProcessEnv): Environment => ({
  options: {
    apiKey,
    baseUrls: Object.fromEntries(
      SERVICES.flatMap((service) => {
        const url = variables[`PLATFORM_${service.toUpperCase()}_URL`];
        return url ? [[service, url]] : [];
      }),
    ),
  },
  email: newEmail,
  codeFor: (address) => ask(`The code sent to ${address}: `),
  close: async () => undefined,
});

const local = async (): Promise<Environment> => {
  const platform = createLocalPlatform();
  const server = await serve(platform);
  return {
    options: { apiKey: platform.apiKey, baseUrls: server.baseUrls },
    email: newEmail,
    codeFor: async (address) => {
      const message = platform.inbox.latest(address);
      return message?.code ?? message?.token ?? '';
    },
    local: platform,
    close: () => server.close(),
  };
};

/** Opens the environment that the variables name, or a local platform without them. */
export const openEnvironment = (variables: NodeJS.ProcessEnv = process.env): Promise<Environment> | Environment =>
  variables['PLATFORM_API_KEY'] ? staging(variables['PLATFORM_API_KEY'], variables) : local();

/** Returns a server's text without the control characters of terminals. */
export const printable = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\u{FFFD}');

/** Prints one line of an example. */
export const say = (text: string): void => console.log(`  ${printable(text).replaceAll('\n', ' ')}`);

/** Prints a piece of a stream. */
export const write = (text: string): void => void process.stdout.write(printable(text));

/** A bar that moves in a terminal; elsewhere a line for each tenth of the way. */
export const progressBar = () => {
  const { isTTY } = process.stdout;
  let told = -1;
  const clear = (): void => void (isTTY && process.stdout.write('\r\u001b[K'));
  return {
    show(percent: number, text: string): void {
      const width = 30;
      const filled = Math.round((percent / 100) * width);
      const tenth = Math.floor(percent / 10);
      if (isTTY)
        process.stdout.write(
          `\r\u001b[K  [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${printable(text)}`.slice(
            0,
            process.stdout.columns || undefined,
          ),
        );
      else if (tenth > told) say(`${String(Math.round(percent)).padStart(3)}% ${text}`);
      told = tenth;
    },
    /** Prints a line above the bar. */
    line(text: string): void {
      clear();
      say(text);
    },
    /** Removes the bar; the next one begins at 0. */
    end(): void {
      clear();
      told = -1;
    },
  };
};
