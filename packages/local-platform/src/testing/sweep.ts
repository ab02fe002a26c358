import { amount, array, callable, object, objectWith, optional, string } from '@platform-sdk/core/contract';
import { checkOptions, inputError } from '@platform-sdk/core/internal';
import type { LocalPlatform } from '../platform/local-platform.ts';
import { operationsOf } from '../routing/operations.ts';
import type { SweepCall, SweepCell, SweepFinding, SweepReplay, SweepReport } from '../platform/sweep-report.ts';
import { END, JOURNEY, sweepFaults } from './faults.ts';
import { messageOf, problemOfError, secretsOf, textsOf, withSecret } from './flaws.ts';
import { sameRecords, type SweepProblem, type SweepRun } from './invariant.ts';
import { recordsIn, groupsOf } from './records.ts';
import { pasteableTest, titleOfFinding } from './report.ts';
import { runJourney, type Journey, type Run, type Stage } from './run-journey.ts';
import type { Target } from './saboteur.ts';
import { claimTimers } from './virtual-time.ts';

/** Options of a sweep. */
export interface SweepOptions {
  /** The platform that the journey calls, through `local.fetch` or `serve(local)`. At the end, the sweep restores the platform's state and removes its faults. */
  readonly local: LocalPlatform;
  /** The code under test. It must create its platform and clients itself, and behave the same in each run. */
  readonly journey: Journey;
  /**
   * Returns the problems of a run, or throws. Default: `sameRecords`, which compares the records of the platform with those of the run without
   * a fault.
   */
  readonly invariant?: (run: SweepRun) => readonly SweepProblem[] | undefined | void | Promise<readonly SweepProblem[] | undefined | void>;
  /** Returns whether the journey may throw an error that is not a `PlatformError`. Default: no other error is accepted. */
  readonly accepts?: (error: unknown) => boolean;
  /** Runs only these cells. An entry is an id such as `wallets.transact#1/lost`, a call, an operation or a fault. Default: all cells. */
  readonly only?: readonly string[];
  /** Skips these cells. The entries have the same form as in `only`. Default: none. */
  readonly skip?: readonly string[];
  /** The maximum time that the journey may wait, in milliseconds of virtual time. Default: 600,000. */
  readonly hangsAfterMs?: number;
  /** Called after each cell. */
  readonly onProgress?: (progress: SweepProgress) => void;
}

/** The state of a running sweep. */
export interface SweepProgress {
  /** The number of finished cells. */
  readonly done: number;
  /** The total number of cells. */
  readonly total: number;
  readonly cell: SweepCell;
}

const sweepOptions = object<SweepOptions>({
  local: objectWith<LocalPlatform>('fetch', 'baseUrls', 'snapshot'),
  journey: callable(),
  invariant: optional(callable()),
  accepts: optional(callable()),
  only: optional(array<string, readonly string[]>(string)),
  skip: optional(array<string, readonly string[]>(string)),
  hangsAfterMs: optional(amount),
  onProgress: optional(callable()),
});

const CLEAN: Target = { call: '', fault: undefined };

interface Planned extends Target {
  readonly id: string;
  readonly faultName: string;
}

/** Lists the cells to try: each call with the faults that suit its contract, and the end of the process after the journey. */
const planOf = ({ requests }: Run): Planned[] => [
  ...requests.flatMap(({ id, call: { found } }) =>
    found
      ? sweepFaults
          .filter(({ suits }) => suits(found.route.operation))
          .map((fault) => ({ id: `${id}/${fault.name}`, call: id, fault, faultName: fault.name }))
      : [],
  ),
  { id: `${JOURNEY}/${END}`, call: JOURNEY, fault: undefined, faultName: END },
];

const isNamed = ({ id, call, faultName }: Planned, name: string): boolean =>
  name === id || name === call || name === faultName || name === call.replace(/#\d+$/, '');

const isFault = (name: string | undefined): boolean => sweepFaults.some((each) => each.name === name);

/** Returns true for the id of a cell whose call the journey no longer makes. A repair may remove a call. */
const isFormer = (name: string, { internals }: LocalPlatform): boolean => {
  const [, operation, fault] = /^([^#]+)#\d+\/(.+)$/.exec(name) ?? [];
  return isFault(fault) && operationsOf(internals.services).some((each) => each.name === operation);
};

/** Returns the chosen cells. Throws for a name that is neither a fault nor the id of a present or former cell. */
const choose = (plan: readonly Planned[], { local, only, skip = [] }: SweepOptions): Planned[] => {
  for (const [field, names] of Object.entries({ only: only ?? [], skip }))
    for (const name of names)
      if (!plan.some((cell) => isNamed(cell, name)) && !isFault(name) && !isFormer(name, local))
        throw inputError(
          `sweep: ${field} contains ${JSON.stringify(name)}, which names no cell. Expected an id such as ${plan[0]?.id}, a call, an operation or a fault`,
          field,
        );
  const chosen = plan.filter((cell) => (only?.some((name) => isNamed(cell, name)) ?? true) && !skip.some((name) => isNamed(cell, name)));
  const field = only ? 'only' : 'skip';
  if (chosen.length === 0 && !only?.some((name) => isFormer(name, local)))
    throw inputError(`sweep: ${field} leaves no cell to run. Expected a list that leaves at least one cell`, field);
  return chosen;
};

/** Returns a function that replaces the secrets of a run and of the platform with stars. */
const redactorOf = ({ secrets }: Run, local: LocalPlatform): ((text: string) => string) => {
  const all = [...secrets, ...secretsOf(local, local.internals)];
  return (text) => withSecret([text], all)[0] ?? text;
};

const linesOf = ({ records }: Run): string[] => [...groupsOf(records)].map(([name, { length }]) => `${length} ${name}`);

/** Returns the reason why a run without a fault is unsuitable for comparison, or undefined. */
const flawOf = (first: Run, run: Run): string | undefined => {
  if (run.result === 'hangs') return 'hangs without a fault';
  if (run.result === 'failed') return `fails without a fault: ${messageOf(run.error)}`;
  if (run.unhandled.length > 0) return `leaves an error unhandled without a fault: ${messageOf(run.unhandled[0])}`;
  const [one, other] = [linesOf(first), linesOf(run)];
  const different = other.find((line) => !one.includes(line)) ?? one.find((line) => !other.includes(line));
  const advice = 'Create the clients inside the journey, and use fixed values';
  return different && `leaves other records in another run without a fault: ${different.slice(0, 200)}. ${advice}`;
};

/**
 * Runs the journey without a fault. Throws if the journey fails, hangs or leaves an error unhandled, or if its records differ from those of
 * the first run.
 */
const runClean = async (stage: Stage, first?: Run): Promise<Run> => {
  const run = await runJourney(stage, CLEAN);
  const flaw = flawOf(first ?? run, run);
  if (flaw !== undefined) throw inputError(`sweep: the journey ${redactorOf(run, stage.local)(flaw)}`, 'journey');
  return run;
};

const isList = (value: unknown): value is readonly SweepProblem[] => Array.isArray(value);

/** Runs a cell and finds its problems. */
const runCell = async (stage: Stage, options: SweepOptions, clean: Run, planned: Planned) => {
  const { local, invariant = sameRecords, accepts = () => false } = options;
  const run = await runJourney(stage, planned);
  const before = stage.before;
  const problems: SweepProblem[] = [];
  if (run.result === 'hangs')
    problems.push({ kind: 'hangs', message: `the journey still waits after ${Math.round(stage.hangsAfterMs / 1000)} s, or for ever` });
  const thrown = run.result === 'failed' && problemOfError(run.error, accepts);
  if (thrown) problems.push(thrown);
  for (const error of run.unhandled) problems.push({ kind: 'crashed', message: `nothing handled ${messageOf(error)}` });
  const secrets = [...run.secrets, ...secretsOf(local, local.internals)];
  const printed = run.output.filter((line) => !clean.output.includes(line));
  const texts = [...(run.result === 'failed' ? textsOf(run.error) : []), ...run.unhandled.flatMap(textsOf), ...printed];
  const [leak] = withSecret(texts, secrets);
  if (leak !== undefined) problems.push({ kind: 'secret', message: `a message contains a secret: ${leak.slice(0, 200)}` });
  try {
    const found = (await invariant({ ...run, local, cell: planned.id, before, clean })) ?? [];
    if (!isList(found)) throw new TypeError('the invariant must return a list of problems, or nothing');
    problems.push(...found);
  } catch (error) {
    problems.push({ kind: 'invariant', message: messageOf(error) });
  }
  const redacted = redactorOf(run, local);
  const cell: SweepCell = {
    id: planned.id,
    call: planned.call,
    fault: planned.faultName,
    result: planned.call === JOURNEY && run.result !== 'failed' ? 'ended' : run.result,
    ...(run.result === 'failed' && { error: redacted(messageOf(run.error)) }),
    findings: [...new Set(problems.map(({ kind }) => kind))],
  };
  return { cell, run, problems: problems.map(({ kind, message }) => ({ kind, message: redacted(message) })) };
};

const uniqueByKind = (problems: readonly SweepProblem[]): SweepProblem[] =>
  problems.filter(({ kind }, index) => problems.findIndex((each) => each.kind === kind) === index);

/**
 * Runs a journey without a fault, then once for each of its calls and each fault that suits the call's contract. Each run begins with the
 * same state. The report lists doubled and lost records, leaked secrets, hangs, crashes, and errors that are not a `PlatformError`. Timers,
 * `Date` and `performance.now` are virtual during a run, so that waiting takes no real time. Throws `invalid-input` if the journey fails
 * without a fault or cannot be repeated.
 */
export const sweep = async (options: SweepOptions): Promise<SweepReport> => {
  const { local, journey, hangsAfterMs = 600_000, onProgress } = checkOptions('sweep', sweepOptions, options);
  const { internals } = local;
  const { state } = internals.capture();
  const before = recordsIn(internals.world);
  const stage: Stage = { local, journey, state, before, known: new Set(before.map(({ key }) => key)), startAt: Date.now(), hangsAfterMs };
  const name = journey.name === '' ? JOURNEY : journey.name;
  const release = claimTimers();
  try {
    const clean = await runClean(stage);
    await runClean(stage, clean);
    const plan = planOf(clean);
    const chosen = choose(plan, options);
    const cells: SweepCell[] = [];
    const findings: SweepFinding[] = [];
    for (const planned of chosen) {
      const { cell, problems } = await runCell(stage, options, clean, planned);
      cells.push(cell);
      for (const { kind, message } of uniqueByKind(problems)) {
        const title = titleOfFinding(kind, planned);
        findings.push({ kind, cell: cell.id, title, message, test: pasteableTest({ name, cell: cell.id, title, message, options }) });
      }
      onProgress?.({ done: cells.length, total: chosen.length, cell });
    }
    // If the journey keeps a session between runs, this repeated run throws.
    await runClean(stage, clean);
    const report: SweepReport = {
      journey: name,
      calls: clean.requests.flatMap(({ id, call: { found } }): SweepCall[] =>
        found ? [{ id, operation: found.route.name, retry: found.route.operation.retry }] : [],
      ),
      faults: [...new Set([...sweepFaults.map((fault) => fault.name), END])].filter((fault) => cells.some((cell) => cell.fault === fault)),
      cells,
      findings,
      runs: cells.length + 3,
    };
    internals.sweeps.push({ report, replay: (id) => replay(stage, options, { clean, plan, id }) });
    return report;
  } finally {
    local.faults.clear();
    internals.restoreState(state);
    release();
  }
};

interface Replayed {
  readonly clean: Run;
  readonly plan: readonly Planned[];
  readonly id: string;
}

/** Runs a cell again. The platform keeps the state after the run, so that its records can be read. */
const replay = async (stage: Stage, options: SweepOptions, { clean, plan, id }: Replayed): Promise<SweepReplay> => {
  const planned = plan.find((each) => each.id === id);
  if (!planned) throw inputError(`sweep: there is no cell ${id}`, 'cell');
  const release = claimTimers();
  const { cell, run, problems } = await runCell(stage, options, clean, planned).finally(release);
  options.local.faults.clear();
  return {
    cell,
    messages: problems.map(({ message }) => message),
    output: run.output.map(redactorOf(run, options.local)),
    requests: run.requests.map(({ call: { entry } }) => ({
      operation: entry.operation ?? null,
      method: entry.method,
      path: entry.path,
      status: entry.status ?? null,
    })),
  };
};
