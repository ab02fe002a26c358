import type { BaseName, PlatformOptions } from '@platform-sdk/core';
import type { NamedOperation } from '../catalogue.ts';
import { isSample, type CallChoices, type Input } from './caller.ts';
import { INPUTS, requiredFields } from './inputs.ts';
import type { Refusal } from './record.ts';
import { isSilent, recordOf, type RunState } from './run-state.ts';

const WRONG = 'not-a-credential-of-anybody';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Returns options with wrong credentials, except the Api-Key. */
const strangerOptions = (options: PlatformOptions): PlatformOptions => ({
  ...(options.apiKey !== undefined && { apiKey: options.apiKey }),
  ...(options.baseUrls && { baseUrls: options.baseUrls }),
  ...(options.fetch && { fetch: options.fetch }),
  ...(options.httpAgent && { httpAgent: options.httpAgent }),
  accessToken: WRONG,
  tokens: { memory: WRONG, gateway: WRONG, upload: WRONG, converter: WRONG },
  projectKeys: { publicKey: WRONG, secretKey: WRONG },
});

/** The kinds of credentials that are tested with wrong values. */
const DEMANDING: readonly string[] = ['user', 'project', 'token'];
/** The services whose authentication is undocumented. */
const OPEN: readonly BaseName[] = ['converter', 'search', 'upload'];

/** Makes a call that must fail, and records its response. */
export const probeRefusal = async (
  run: RunState,
  named: NamedOperation,
  input: Input,
  how: CallChoices,
  wanted: Omit<Refusal, 'sample'>,
): Promise<void> => {
  const result = await run.call(named, input, how);
  const record = recordOf(run, named.name);
  if (isSample(result)) record.refusals.push({ ...wanted, sample: result });
  else record.unreachable.push(result.field ?? result.failed);
};

/** For each service, calls one operation of each kind of credentials with wrong credentials. The calls must fail with 401. */
export const probeStrangers = async (run: RunState, options: PlatformOptions): Promise<void> => {
  const seen = new Set<string>();
  const stranger = strangerOptions(options);
  // Reading operations come first. If none fits the credentials, a writing operation is called with an empty input, so that the service rejects it.
  const sorted = run.operations.toSorted((one, other) => Number(isReading(other)) - Number(isReading(one)));
  for (const named of sorted) {
    const { base, operation } = named;
    const kind = `${base} ${operation.credentials}`;
    const isApt = DEMANDING.includes(operation.credentials) && !OPEN.includes(base) && !operation.encode && !operation.path.includes('{');
    if (!isApt || seen.has(kind) || !hasAddress(options, base) || isSilent(run, base) || run.signal.aborted) continue;
    seen.add(kind);
    await probeRefusal(run, named, {}, { options: stranger, anyInput: true }, { probe: 'wrong credentials', expected: [401] });
  }
};

/**
 * Calls reading operations that document a 404 with an unknown id. `obstacle` returns why an operation cannot be called. Other required
 * fields get values from responses, or else the same unknown id.
 */
export const probeUnknownIds = async (run: RunState, obstacle: (named: NamedOperation) => string | undefined): Promise<void> => {
  for (const named of run.operations) {
    const { operation } = named;
    const [, last] = /\{(\w+)\}[^{]*$/.exec(operation.path) ?? [];
    const isDocumented = operation.errors?.some((error) => error === 404 || String(error).endsWith('NOT_FOUND'));
    if (last === undefined || !isReading(named) || !isDocumented || obstacle(named) !== undefined || run.signal.aborted) continue;
    const known = requiredFields(named).map((name) => [name, run.found[name]?.[0] ?? UNKNOWN_ID]);
    const input = { ...(Object.fromEntries(known) as Input), ...INPUTS[named.name]?.(run.found), [last]: UNKNOWN_ID };
    await probeRefusal(run, named, input, {}, { probe: 'unknown id', expected: [404] });
  }
};

/** Calls an operation of the search service and an operation of the converter without required fields. Both calls must fail. */
export const probeEmptyInputs = async (run: RunState, options: PlatformOptions): Promise<void> => {
  for (const base of ['search', 'converter'] as const) {
    const named = run.operations.find(({ operation, ...each }) => each.base === base && operation.method === 'POST' && !operation.encode);
    if (!named || !hasAddress(options, base) || isSilent(run, base) || run.signal.aborted) continue;
    await probeRefusal(run, named, {}, { anyInput: true }, { probe: 'invalid input', expected: base === 'converter' ? [400] : [400, 422] });
  }
};

export const isReading = ({ operation }: NamedOperation): boolean => operation.retry === 'safe';

/** Returns whether the URL of a service is known. The URL of the wallets service defaults to that of the organizations service. */
export const hasAddress = ({ baseUrls = {} }: PlatformOptions, base: BaseName): boolean =>
  Boolean(baseUrls[base] ?? (base === 'wallets' ? baseUrls.organizations : undefined));
