import type { PlatformOptions } from '@platform-sdk/core';
import { abortSignal, anyObject, boolean, callable, object, optional, string } from '@platform-sdk/core/contract';
import { checkOptions } from '@platform-sdk/core/internal';
import { allOperations, type NamedOperation } from '../catalogue.ts';
import { runAccounts, type AccountChoices } from './accounts.ts';
import { createCall } from './caller.ts';
import { makeReport } from './make-report.ts';
import { hasAddress, isReading, probeEmptyInputs, probeStrangers, probeUnknownIds } from './probes.ts';
import { probeQueryNames } from './query-names.ts';
import { obstacleTo, runReadings } from './readings.ts';
import type { OperationRecord } from './record.ts';
import type { DriftReport } from './report.ts';
import { sample, type RunState } from './run-state.ts';
import { BILLED_STEPS, CHAT_STEPS, PAYMENT_PROBES, PROJECT_STEPS, SESSION_STEPS, UPLOAD_STEPS } from './steps.ts';
import { refreshOnce, signIn, type Account } from './sign-in.ts';
import { withoutSecrets } from './withhold.ts';
import { runBilled, runWrites } from './writes.ts';

/** The options of `runDrift`. */
export interface DriftOptions {
  /** The URLs and credentials. */
  readonly options: PlatformOptions;
  /** The account to sign in with. Default: none, and operations that need a user are skipped. */
  readonly account?: Account | undefined;
  /** Creates, changes and removes a project and a memory session. Uploads a file, and tries payments of unknown wallets. Default: false. */
  readonly allowWrites?: boolean;
  /** Also makes calls that models and providers bill. Default: false. */
  readonly allowBilled?: boolean;
  /** Registers an account and an organization for the calls that need them. No operation can remove them afterwards. Default: these calls are skipped. */
  readonly accounts?: AccountChoices | undefined;
  /** The URL of a site to convert and to read. Default: these calls are skipped. */
  readonly site?: string | undefined;
  /** Called with the name of each step. Default: nothing is called. */
  readonly onProgress?: (step: string) => void;
  /** Stops the run, which still removes the project and the session that it created. Default: none. */
  readonly signal?: AbortSignal;
  /** Returns the time of the report. Default: the system's clock. */
  readonly now?: () => Date;
}

const driftOptions = object<DriftOptions>({
  options: anyObject<PlatformOptions>(),
  account: optional(anyObject<Account>()),
  allowWrites: optional(boolean),
  allowBilled: optional(boolean),
  accounts: optional(anyObject<AccountChoices>()),
  site: optional(string),
  onProgress: optional(callable()),
  signal: optional(abortSignal),
  now: optional(callable()),
});

/** Calls an environment and compares its responses with the contracts of all services. The report contains no values of responses. */
export const runDrift = async (given: DriftOptions): Promise<DriftReport> => {
  const {
    account,
    accounts,
    site,
    allowWrites = false,
    allowBilled = false,
    onProgress = () => undefined,
    signal = new AbortController().signal,
    now = () => new Date(),
  } = checkOptions('runDrift', driftOptions, given);
  let options = given.options;
  const run = startRun(() => options, signal, account);
  onProgress('sign-in');
  if (account && hasAddress(options, 'auth')) {
    const accessToken = await signIn(run, account);
    if (accessToken !== undefined) options = { ...options, accessToken };
  }
  if (site) run.found['siteAddress'] = [site];
  let leftBehind = 0;
  try {
    onProgress('reading operations');
    await runReadings(run, options);
    options = await refreshOnce(run, options);
    onProgress('failures');
    await probeStrangers(run, options);
    const signedIn = options;
    await probeUnknownIds(run, (named) => obstacleTo(run, signedIn, named));
    if (allowBilled) await probeEmptyInputs(run, options);
    onProgress('names in queries');
    await probeQueryNames(run);
    if (allowWrites) {
      onProgress('writing operations');
      leftBehind = await runWrites(run, options, allowBilled);
    }
    if (accounts) {
      onProgress('operations of an account of the run');
      leftBehind += await runAccounts(run, options, accounts, allowBilled);
    }
    if (allowBilled) {
      onProgress('billed operations');
      await runBilled(run, options);
    }
  } finally {
    // Ends the session that the run has started.
    if (options.accessToken !== undefined && options.accessToken !== given.options.accessToken)
      await sample(run, 'auth.logout', {}, { evenIfAborted: true });
  }
  const records = [...run.records.values()];
  for (const record of records)
    if (!isReading(record.named)) record.skipped = reasonFor(record.named.name, { allowWrites, allowBilled, accounts });
  for (const token of run.found['refresh_token'] ?? []) run.secrets.add(token);
  const own = new Set(run.operations.flatMap(({ name, operation }) => [name, ...Object.keys(operation.input.properties ?? {})]));
  return withoutSecrets(makeReport(records, now().toISOString(), leftBehind), run.secrets, (text) => own.has(text));
};

const startRun = (optionsOf: () => PlatformOptions, signal: AbortSignal, account: Account | undefined): RunState => {
  const operations = allOperations();
  const { agent } = optionsOf();
  const agentId = agent && typeof agent === 'object' ? agent.userId : undefined;
  const secrets = new Set<string>(account ? [account.username, account.password] : []);
  return {
    secrets,
    call: createCall(optionsOf, signal, secrets),
    operations,
    records: new Map(operations.map((named) => [named.name, newRecord(named)])),
    found: {
      ...(account?.username.includes('@') && { username: [account.username] }),
      agent_user_id: [agentId ?? 'drift'],
    },
    requestRenames: new Map(),
    signal,
  };
};

const newRecord = (named: NamedOperation): OperationRecord => ({
  named,
  successes: [],
  failures: [],
  refusals: [],
  requestNames: new Map(),
  unreachable: [],
});

/** Returns why the run did not call a writing operation. */
const reasonFor = (
  name: string,
  { allowWrites, allowBilled, accounts }: Pick<DriftOptions, 'allowWrites' | 'allowBilled' | 'accounts'>,
): string => {
  const isIn = (steps: readonly { readonly operation: string }[]): boolean => steps.some(({ operation }) => operation === name);
  if (!allowBilled && isIn(BILLED_STEPS)) return 'it is billed: --allow-billed';
  if (isIn(CHAT_STEPS) || OWN_CHATS.includes(name))
    return allowWrites && allowBilled ? 'it was not called' : 'it writes and is billed: --allow-writes --allow-billed';
  const isStep = isIn([...PROJECT_STEPS, ...SESSION_STEPS, ...UPLOAD_STEPS, ...PAYMENT_PROBES]) || OWN.includes(name);
  if (isStep && !allowWrites) return 'it writes: --allow-writes';
  if (isIn(PAYMENT_PROBES)) return 'it moves credits: only its failure is compared';
  if (NEVER[name] !== undefined) return NEVER[name];
  if (!accounts) return 'it needs an account of the run: --allow-accounts';
  return !allowBilled && BILLED_FOR_ACCOUNTS.includes(name) ? 'it is billed: --allow-billed' : 'it was not called';
};

/** Operations that no run calls, each with the reason. */
const NEVER: Readonly<Record<string, string>> = {
  'auth.activateByPhone': 'it needs a phone: no run calls it',
  'wallets.credit': 'it adds funds: no run calls it',
};
/** The operations of the run's memory user that are billed or need a billed chat before. */
const BILLED_FOR_ACCOUNTS: readonly string[] = ['memory.a2a.chat', 'memory.memories.remove'];
/** Operations that write and are billed, in addition to `CHAT_STEPS`. */
const OWN_CHATS: readonly string[] = ['memory.memories.removeAll'];
const OWN: readonly string[] = ['projects.create', 'projects.remove', 'memory.sessions.clear'];
