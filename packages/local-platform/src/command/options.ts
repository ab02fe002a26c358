import { parseArgs } from 'node:util';
import { unknownName } from '@platform-sdk/core/server';

/** Returns the text of `--help`. */
export const helpOf = (name: string): string => `Usage: ${name} [options]

Serves a local platform: every documented service in memory, with an inspector page in the browser.

Address
  --port <number>        Default: 4010.
  --hostname <name>      The address to listen at. Default: 127.0.0.1, which only this machine reaches.
                         With 0.0.0.0, other machines can connect too: the keys and the password are then random.
  --host <name>          An additional host name to accept; can be repeated.
  --origin <origin>      An additional origin whose pages may call the platform; can be repeated.
  --tls                  Serves https with a self-signed certificate for this machine.

State
  --data <folder>        Keeps the state in a folder, so that it survives a restart. Default: the state is lost at the end.
  --seed <file>          Adds the data of a JSON file to a new state.
  --demo                 Adds a company with years of traces, activity and transactions to a new state.
  --tier <tier>          The tier of the first organization in a new state: free, pro or enterprise. Default: free.

Behaviour
  --like <file>          Responds in the shapes of an environment: a report of platform-sdk drift --output.
  --latency <ms>         The delay of every response, in milliseconds. Default: 0.
  --access-token-seconds <number>
                         The lifetime of access tokens, in seconds. Default: 900.
  --no-activation        Signs registered accounts in at once, without a code.
  --fetch-host <host>    A host whose pages the converter and the search may fetch; can be repeated.
                         Without this option, they fetch only the sample site. Name 127.0.0.1 or localhost for sites of this machine.

Inspector and control API
  --no-inspector         Serves neither the inspector nor the control API, and records no requests.
  --control-token <text> The token of the control API, which other machines can then use too. Default: a random token.

  --json                 Prints the addresses and keys as one JSON document, and no messages.
  --help                 Prints this text.`;

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'string', multiple: true } as const;

const OPTIONS = {
  port: { type: 'string', default: '4010' },
  hostname: { type: 'string', default: '127.0.0.1' },
  host: TEXTS,
  origin: TEXTS,
  tls: { type: 'boolean', default: false },
  data: TEXT,
  seed: TEXT,
  demo: { type: 'boolean', default: false },
  tier: TEXT,
  like: TEXT,
  latency: { type: 'string', default: '0' },
  'access-token-seconds': TEXT,
  activation: { type: 'boolean', default: true },
  'fetch-host': TEXTS,
  inspector: { type: 'boolean', default: true },
  'control-token': TEXT,
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export interface LocalCommandOptions {
  readonly port: number;
  readonly hostname: string;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly tls: boolean;
  readonly data: string | undefined;
  readonly seed: string | undefined;
  readonly demo: boolean;
  readonly tier: 'free' | 'pro' | 'enterprise';
  readonly like: string | undefined;
  readonly latencyMs: number;
  /** If undefined, `createLocalPlatform` uses its default. */
  readonly accessTokenSeconds: number | undefined;
  readonly requireActivation: boolean;
  readonly fetchHosts: readonly string[];
  readonly inspector: boolean;
  readonly controlToken: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
}

const MAX_PORT = 65_535;
const MAX_LATENCY_MS = 600_000;
const MAX_TOKEN_SECONDS = 31_536_000;
const TIERS = ['free', 'pro', 'enterprise'] as const;

/** The error code for a wrong command line. The caller prints the help and exits with 2. */
const USAGE_ERROR = 'ERR_USAGE';

const usageError = (message: string): Error => Object.assign(new Error(message), { code: USAGE_ERROR });

export const isUsageError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && error.code === USAGE_ERROR;

const wholeNumber = (name: string, text: string, max: number, min = 0): number => {
  if (!/^\d{1,9}$/.test(text) || Number(text) > max || Number(text) < min)
    throw usageError(`--${name} must be a number from ${min} to ${max}, not "${text}"`);
  return Number(text);
};

/** Returns the end of an error message, which suggests the option most similar to the unknown option in `reason`. */
const suggestionFor = (reason: string): string => {
  const [, sent] = /^Unknown option '--?([\w-]+)/.exec(reason) ?? [];
  const names = Object.entries(OPTIONS).map(([name, option]) => ('default' in option && option.default === true ? `no-${name}` : name));
  const [, similar] = /did you mean ([\w-]+)/.exec(sent === undefined ? '' : unknownName(sent, names, 'options')) ?? [];
  return similar === undefined ? '' : `: did you mean --${similar}?`;
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowNegative: true }).values;
  } catch (error) {
    // Drops the parser's second sentence, which only concerns arguments that begin with a dash.
    const [reason = ''] = (error as Error).message.split(/\. |\.?\n/);
    throw usageError(reason + suggestionFor(reason));
  }
};

/** Parses the command line. Throws if the command line is wrong, before anything starts. */
export const readOptions = (args: readonly string[]): LocalCommandOptions => {
  const values = parse(args);
  const tokenSeconds = values['access-token-seconds'];
  const tier = TIERS.find((each) => each === (values.tier ?? 'free'));
  if (!tier) throw usageError(`--tier must be one of ${TIERS.join(', ')}, not "${values.tier}"`);
  for (const name of ['data', 'seed', 'like', 'control-token'] as const)
    if (values[name] === '') throw usageError(`--${name} must not be empty`);
  return {
    port: wholeNumber('port', values.port, MAX_PORT),
    hostname: values.hostname,
    hosts: values.host ?? [],
    origins: values.origin ?? [],
    tls: values.tls,
    data: values.data,
    seed: values.seed,
    demo: values.demo,
    tier,
    like: values.like,
    latencyMs: wholeNumber('latency', values.latency, MAX_LATENCY_MS),
    accessTokenSeconds: tokenSeconds === undefined ? undefined : wholeNumber('access-token-seconds', tokenSeconds, MAX_TOKEN_SECONDS, 1),
    requireActivation: values.activation,
    fetchHosts: values['fetch-host'] ?? [],
    inspector: values.inspector,
    controlToken: values['control-token'],
    json: values.json,
    help: values.help,
  };
};
