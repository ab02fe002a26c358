import { readFile } from 'node:fs/promises';
import { serve, type LocalServer } from '../adapters/serve.ts';
import { wellKnownCredentials } from '../options/default-credentials.ts';
import type { LikeReport } from '../like/report.ts';
import { unadopted } from '../like/unadopted.ts';
import { createLocalPlatform, type LocalPlatform } from '../platform/local-platform.ts';
import type { SeedData } from '../platform/seed-data.ts';
import { isLoopback } from '../text/loopback.ts';
import { openDataFolder, reasonOf, type DataFolder } from './data-folder.ts';
import { demoData } from './demo.ts';
import { keepState } from './keep-state.ts';
import { ownCertificate, type OwnCertificate } from './own-certificate.ts';
import { helpOf, readOptions, type LocalCommandOptions } from './options.ts';

export { isUsageError } from './options.ts';
export { helpOf };

/** The output and the stop signal of the command. */
export interface CommandTerminal {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
}

/** Serves a local platform until the terminal's signal is aborted. Returns the exit code. Rejects for wrong arguments or a failed start. */
export const runLocal = async (args: readonly string[], terminal: CommandTerminal, name = 'platform-sdk local'): Promise<number> => {
  const options = readOptions(args);
  if (options.help) {
    terminal.print(helpOf(name));
    return 0;
  }
  const folder = options.data === undefined ? undefined : await openDataFolder(options.data, terminal.signal);
  try {
    await serveUntilStopped(options, folder, terminal);
  } catch (error) {
    await folder?.close();
    throw error;
  }
  return 0;
};

const serveUntilStopped = async (
  options: LocalCommandOptions,
  folder: DataFolder | undefined,
  terminal: CommandTerminal,
): Promise<void> => {
  const isOpen = !isLoopback(options.hostname);
  const like = options.like === undefined ? undefined : await readJson<LikeReport>('--like', options.like);
  const platform = createLocalPlatform({
    randomCredentials: isOpen,
    ...(options.accessTokenSeconds !== undefined && { accessTokenSeconds: options.accessTokenSeconds }),
    requireActivation: options.requireActivation,
    ...(like && { like }),
    converter: { allowedHosts: options.fetchHosts },
  });
  const isLoaded = await load(platform, folder, isOpen);
  if (!isLoaded) await fill(platform, options);
  const certificate = options.tls ? await ownCertificate(options.data, options.hosts) : undefined;
  try {
    await serveState(platform, folder, { isOpen, isLoaded, options, like, certificate }, terminal);
  } finally {
    await certificate?.release();
  }
};

const serveState = async (
  platform: LocalPlatform,
  folder: DataFolder | undefined,
  start: Start,
  terminal: CommandTerminal,
): Promise<void> => {
  const { options, certificate } = start;
  const { port, hostname, hosts, origins, latencyMs, inspector, controlToken } = options;
  const control = inspector && (controlToken === undefined ? true : { token: controlToken });
  const secure = certificate && { tls: { certificate: certificate.certificate, privateKey: certificate.privateKey } };
  const server = await serve(platform, { port, hostname, hosts, origins, latencyMs, control, ...secure }).catch((error: unknown) => {
    throw new Error(listenMessage(error, options), { cause: error });
  });
  const keeper = folder && keepState(platform, folder, (error) => terminal.printError(`The state could not be written: ${String(error)}`));
  if (options.json) terminal.print(JSON.stringify(documentOf(platform, server, certificate?.file)));
  else introduce(platform, server, start, terminal);
  await stopped(terminal.signal);
  await server.close();
  await keeper?.close();
};

const listenMessage = (error: unknown, { hostname, port }: LocalCommandOptions): string =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    ? `The port ${port} is in use. Choose another with --port, or 0 for a free one.`
    : `The local platform cannot listen at ${hostname}, port ${port}: ${reasonOf(error)} Choose another address with --hostname, or another port with --port.`;

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Loads the state of a folder. Returns false if the folder is new or missing. */
const load = async (platform: LocalPlatform, folder: DataFolder | undefined, isOpen: boolean): Promise<boolean> => {
  const snapshot = await folder?.read();
  if (!snapshot) return false;
  platform.restore(snapshot);
  if (isOpen && (platform.apiKey === wellKnownCredentials.apiKey || platform.account.password === wellKnownCredentials.password))
    throw new Error(
      'The state of this folder has the well-known keys, and other machines would reach it. Use another folder for --hostname.',
    );
  return true;
};

/** Adds the data of the command line to a new state. */
const fill = async (platform: LocalPlatform, { seed, demo, tier }: LocalCommandOptions): Promise<void> => {
  if (demo) platform.seed(demoData(platform.clock.now()));
  if (tier !== 'free') platform.seed({ subscriptions: [{ of: 'Analytical Engines', tier }] });
  if (seed !== undefined) platform.seed(await readJson<SeedData>('--seed', seed));
};

const readJson = async <Value>(option: string, file: string): Promise<Value> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`The file ${file} of ${option} cannot be read: ${reasonOf(error)}`, { cause: error });
  });
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new Error(`${file} is not JSON.`);
  }
};

const documentOf = (platform: LocalPlatform, server: LocalServer, certificate: string | undefined) => {
  const { apiKey, gatewayKey, projectKeys, account } = platform;
  const { origin, baseUrls, sampleSite, control } = server;
  return {
    origin,
    baseUrls,
    sampleSite,
    apiKey,
    gatewayKey,
    projectKeys,
    account,
    ...(control && { control }),
    ...(certificate && { certificate }),
  };
};

interface Start {
  readonly isOpen: boolean;
  readonly isLoaded: boolean;
  readonly options: LocalCommandOptions;
  readonly like: LikeReport | undefined;
  /** Undefined if the server uses plain HTTP. */
  readonly certificate: OwnCertificate | undefined;
}

const introduce = (
  platform: LocalPlatform,
  server: LocalServer,
  { isOpen, isLoaded, options, like, certificate }: Start,
  { print }: CommandTerminal,
): void => {
  const { apiKey, gatewayKey, projectKeys, account, inbox } = platform;
  print(`The local platform listens on ${server.origin}`);
  if (server.control) print(`Inspector     ${server.control.inspector}`);
  if (certificate) print(`Certificate   ${certificate.file}, for NODE_EXTRA_CA_CERTS or the browser`);
  if (isOpen) print('Everybody who reaches this machine reaches it too, so its keys and password are new with each start.');
  if (isLoaded) print(`The state of ${options.data} is loaded. --seed, --demo and --tier are for a new state.`);
  if (like) {
    const rest = unadopted(like);
    print(`Responses have the shapes of ${options.like}${rest.length > 0 ? ', except for these findings:' : '.'}`);
    for (const { operation, where, reason } of rest) print(`  ${operation}: ${where} (${reason})`);
  }
  const addresses = Object.entries(server.baseUrls).map(([name, url]) => `${name.padEnd(14)}${url}`);
  print(`\n${addresses.join('\n')}`);
  print(`\nApi-Key       ${apiKey}\nGateway key   ${gatewayKey}\nProject keys  ${projectKeys.publicKey}  ${projectKeys.secretKey}`);
  print(`Account       ${account.email}  ${account.password}`);
  print(`Sample site   ${server.sampleSite}  (pages to convert, crawl and search)`);
  const user = `'{"id": "${crypto.randomUUID()}", "email": "${account.email}"}'`;
  print(`Memory token  curl ${server.baseUrls.memory}/v1/users -H 'Content-Type: application/json' -d ${user}`);
  print('\nThe e-mails and SMS it sends appear here. Ctrl+C stops it.');
  inbox.subscribe(({ channel, to, text }) => print(`${channel} to ${printable(to)}: ${printable(text)}`));
};

/** Replaces control characters in text from a client, because they could control the terminal. */
const printable = (text: string): string => text.replace(/\p{C}/gu, '\u{FFFD}');
