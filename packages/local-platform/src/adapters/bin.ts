#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createLocalPlatform, type LocalPlatform } from '../platform/local-platform.ts';
import { isLoopback } from '../text/loopback.ts';
import { serve, type LocalServer, type ServeOptions } from './serve.ts';

const usage = `Usage: platform-sdk-local [options]

  --port <number>     Default: 4010.
  --hostname <name>   The address to listen at. Default: 127.0.0.1, which only this machine reaches.
                      With 0.0.0.0 other machines reach it too: its keys and password are then random.
  --host <name>       Another host name to answer for; may be repeated.
  --origin <origin>   Another origin whose pages may call it; may be repeated.
  --fetch-host <host> A host whose pages the converter and the search may fetch; may be repeated.
                      Without it they fetch only the sample site. Name 127.0.0.1 or localhost for sites of this machine.
  --help              Prints this text.`;

const OPTIONS = {
  port: { type: 'string', default: '4010' },
  hostname: { type: 'string', default: '127.0.0.1' },
  host: { type: 'string', multiple: true },
  origin: { type: 'string', multiple: true },
  'fetch-host': { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
} as const;

const MAX_PORT = 65_535;

type Choice = ServeOptions & { readonly hostname: string; readonly fetchHosts: readonly string[] };

/** Parses the command line. Throws for invalid arguments. */
const readOptions = (): Choice | 'help' => {
  const { values } = parseArgs({ options: OPTIONS });
  const { port, hostname, host: hosts = [], origin: origins = [], 'fetch-host': fetchHosts = [], help } = values;
  if (help) return 'help';
  if (!/^\d{1,5}$/.test(port) || Number(port) > MAX_PORT) throw new Error(`--port must be a number from 0 to ${MAX_PORT}, not "${port}"`);
  return { port: Number(port), hostname, hosts, origins, fetchHosts };
};

/** The first sentence of an error: the parser's second one is about arguments that begin with a dash. */
const reasonOf = (error: unknown): string => printable((error as Error).message.split(/\. |\.?\n/)[0] ?? '');

const start = async ({ fetchHosts, ...serveOptions }: Choice): Promise<void> => {
  const isOpen = !isLoopback(serveOptions.hostname);
  const platform = createLocalPlatform({ randomCredentials: isOpen, converter: { allowedHosts: fetchHosts } });
  const server = await serve(platform, serveOptions);
  const stop = (): void => void server.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  introduce(platform, server, isOpen);
};

const introduce = (platform: LocalPlatform, server: LocalServer, isOpen: boolean): void => {
  const { apiKey, gatewayKey, projectKeys, account, inbox } = platform;
  console.log(`The local platform listens on ${server.origin}`);
  if (isOpen) console.log('Everybody who reaches this machine reaches it too, so its keys and password are new with each start.');
  console.log('');
  for (const [name, url] of Object.entries(server.baseUrls)) console.log(`${name.padEnd(14)}${url}`);
  console.log(`\nApi-Key       ${apiKey}\nGateway key   ${gatewayKey}\nProject keys  ${projectKeys.publicKey}  ${projectKeys.secretKey}`);
  console.log(`Account       ${account.email}  ${account.password}`);
  console.log('\nThe e-mails and SMS it sends appear here. Ctrl+C stops it.');
  inbox.subscribe(({ channel, to, text }) => console.log(`${channel} to ${printable(to)}: ${printable(text)}`));
};

/** A client's text without terminal control characters. */
const printable = (text: string): string => text.replace(/\p{C}/gu, '\u{FFFD}');

const run = async (): Promise<void> => {
  let chosen: Choice | 'help';
  try {
    chosen = readOptions();
  } catch (error) {
    console.error(`${reasonOf(error)}.\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  if (chosen === 'help') return console.log(usage);
  await start(chosen).catch((error: unknown) => {
    console.error(`The local platform could not start: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
};

await run();
