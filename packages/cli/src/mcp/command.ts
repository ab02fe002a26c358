import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { unknownName } from '@platform-sdk/core/server';
import { defineCommand, EXIT, usageError, type ParsedArguments } from '../command.ts';
import { environmentOptions, ENVIRONMENT_HELP } from '../environment/open-platform.ts';
import { operationEntries } from '../operations/operations.ts';
import type { Terminal } from '../terminal.ts';
import { createBudget, inProcessStore, type BudgetLimits } from './budget.ts';
import type { Shared } from './environment.ts';
import { openEnvironment, openSandbox } from './open-environment.ts';
import { serveHttp } from './serve-http.ts';
import { createServer } from './server.ts';

const help = `Usage: platform-sdk mcp [options]

Serves the operations of the platform to agents, by the Model Context Protocol. The client starts it and speaks over stdio.
The variables of .env.example name the environment, and platform-sdk login its user. By default agents only read.

${ENVIRONMENT_HELP}
  --local                 Starts a local platform as a sandbox, with an account, keys and credits.
  --tools <services>      Offers a tool for each operation of these services, such as wallets,projects.
                          Default: three tools for all operations: search, describe and call.
  --allow-writes          Also allows calls that change something. A person at the client must consent to what is billed, removed
                          or sent once. A client that cannot ask gets a rejection.
  --max-calls <number>    The budget of calls.
  --max-credits <number>  The budget of credits. A call whose price is unknown is rejected.
  --wallet <address>      The wallet that pays for billed calls. Its balance shows their prices.
  --max-price <credits>   The highest price of a billed call. It is reserved until the balance shows the real price.
  --redis <url>           Counts the budget in Redis, for several processes. Needs the package redis.
  --budget-key <key>      The key of the budget in Redis. Default: platform-sdk:budget.
  --http                  Serves over HTTP on 127.0.0.1 instead of stdio.
  --port <port>           The port for --http. Default: 4020; 0 chooses a free port.
  --token <token>         The token for --http. Default: a new token with each start, which is printed.
  --json                  With --http, prints the URL and the token as JSON.`;

const options = {
  ...environmentOptions,
  local: { type: 'boolean', default: false },
  tools: { type: 'string' },
  'allow-writes': { type: 'boolean', default: false },
  'max-calls': { type: 'string' },
  'max-credits': { type: 'string' },
  wallet: { type: 'string' },
  'max-price': { type: 'string' },
  redis: { type: 'string' },
  'budget-key': { type: 'string', default: 'platform-sdk:budget' },
  http: { type: 'boolean', default: false },
  port: { type: 'string', default: '4020' },
  token: { type: 'string' },
} as const;

type Values = ParsedArguments<typeof options>['values'];

export const mcp = defineCommand({
  help,
  options,
  async run({ values }, terminal) {
    const services = servicesIn(values.tools);
    const limits: BudgetLimits = {
      maxCalls: numberIn('max-calls', values['max-calls']),
      maxCredits: numberIn('max-credits', values['max-credits']),
      maxPrice: numberIn('max-price', values['max-price']),
      wallet: values.wallet,
    };
    if (limits.maxCredits === undefined && (limits.maxPrice ?? limits.wallet) !== undefined)
      throw usageError('--wallet and --max-price need --max-credits, the budget that they belong to');
    const { printError } = terminal;
    const environment = values.local ? await openSandbox(terminal) : await openEnvironment(values, terminal);
    const { redis, 'budget-key': key, 'allow-writes': allowWrites } = values;
    const store = redis === undefined ? inProcessStore() : await (await import('./redis-store.ts')).redisStore(redis, key, printError);
    const budget = createBudget(limits, store, environment.platform, environment.signIn);
    const entries = operationEntries().filter(({ service }) => services.length === 0 || services.includes(service));
    const shared: Shared = { ...environment, entries, allowWrites, maxCharacters: MAX_CHARACTERS, budget, services };
    try {
      await (values.http ? overHttp(shared, values, terminal) : overStdio(shared, terminal));
    } finally {
      store.close?.();
      environment.platform.dispose();
      printError('The server has stopped.');
    }
    return EXIT.ok;
  },
});

/** The maximum length of a result, in characters. Clients cut longer results without saying how to continue. */
const MAX_CHARACTERS = 20_000;
/** The minimum length of a token, in characters. An empty token would accept requests without a token. */
const MIN_TOKEN = 16;

const numberIn = (option: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const value = Number(text.replaceAll(/[,_]/g, ''));
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw usageError(`--${option} must be a number from 0 on, not '${text}'`);
  return value;
};

const servicesIn = (text: string | undefined): readonly string[] => {
  if (text === undefined) return [];
  const known = [...new Set(operationEntries().map(({ service }) => service))];
  const services = text.split(',').map((each) => each.trim());
  const wrong = services.find((each) => !known.includes(each));
  if (wrong !== undefined) throw usageError(`--tools: ${wrong} ${unknownName(wrong, known, 'services')}`);
  return services;
};

const overStdio = async (shared: Shared, { signal, printError }: Terminal): Promise<void> => {
  const server = createServer(shared);
  const closed = new Promise<void>((resolve) => (server.server.onclose = resolve));
  await server.connect(new StdioServerTransport());
  printError('The server reads the protocol from its standard input: a client of the protocol starts it. Ctrl+C stops it.');
  // The client closes the standard input when it exits.
  process.stdin.once('end', () => void server.close());
  signal.addEventListener('abort', () => void server.close(), { once: true });
  await closed;
};

const overHttp = async (shared: Shared, { port, token = randomUUID(), json }: Values, { signal, print }: Terminal): Promise<void> => {
  if (token.length < MIN_TOKEN) throw usageError(`--token must have at least ${MIN_TOKEN} characters`);
  const http = { port: numberIn('port', port) ?? 0, token, create: () => createServer(shared) };
  const server = await serveHttp(http).catch((error: unknown) => {
    throw usageError(`--port ${port} cannot be used (${(error as NodeJS.ErrnoException).code ?? String(error)}): choose another, or 0`);
  });
  if (json) print(JSON.stringify({ url: server.url, token }));
  else print(`The server listens on ${server.url}\nToken  ${token}  (send it as Authorization: Bearer)`);
  if (!signal.aborted) await once(signal, 'abort');
  await server.close();
};
