/** Shorter forms of commands that would take hours, or that cannot run in a fresh clone. */

/** A command that runs in a clone, in a short form. */
interface ShortForm {
  /** Default: the command itself. */
  readonly run?: string;
  /** A command that keeps running counts as passed when it prints this. */
  readonly until?: RegExp;
  readonly minutes?: number;
  /** The reason why the form differs from the page. */
  readonly reason?: string;
}

/** A command that a clone cannot run. */
interface LeftOut {
  readonly leftOut: string;
}

export type Form = ShortForm | LeftOut;

const LONG = 'the whole takes too long for a check of its beginning';

/** The shorter forms, by the command as the pages spell it. All other commands run unchanged. */
export const forms: Readonly<Record<string, Form>> = {
  'bash .ci/run': { leftOut: 'CI runs it on a bare clone' },
  'pnpm start -- --env-file .env --read-only': { leftOut: 'it needs an account on staging' },
  'pnpm exec node -C @platform-sdk/source packages/cli/src/bin.ts doctor --env-file .env': {
    run: 'cp .env.example .env && pnpm exec node -C @platform-sdk/source packages/cli/src/bin.ts doctor --help',
    reason: 'the rest needs an account on staging',
  },
  'pnpm exec node -C @platform-sdk/source examples/mine.ts': {
    run: `echo "import { createPlatform } from '@platform-sdk/core'; console.log(typeof createPlatform);" > examples/mine.ts && pnpm exec node -C @platform-sdk/source examples/mine.ts`,
    reason: 'the page means a program of the reader',
  },
  'pnpm console': { until: /The console is at http/ },
  'pnpm tool docs --dev': { until: /Local:.*http/ },
  'pnpm changeset': { run: 'pnpm changeset add --empty', reason: 'the plain form is interactive' },
  'pnpm tool bench': { run: 'pnpm tool bench get-stubbed', minutes: 15, reason: LONG },
  'pnpm tool bench get-stubbed chat': { minutes: 20 },
  'pnpm tool runtimes': { minutes: 45 },
  'pnpm tool judges': { minutes: 30 },
  'pnpm tool jobs': { minutes: 30 },
  'pnpm test': { minutes: 45 },
  'pnpm vitest run --mode long': { minutes: 60 },
  'pnpm vitest run --mode slow': { minutes: 30 },
  'pnpm vitest run --mode slow-browser': { minutes: 30 },
  'pnpm test:all': { minutes: 60 },
  'pnpm tool shared-sessions': { run: 'pnpm tool shared-sessions 2 redis', minutes: 15, reason: LONG },
  'pnpm tool mutants': { run: 'pnpm tool mutants 1', minutes: 30, reason: LONG },
  'pnpm tool fresh-clones': { leftOut: 'it would run itself' },
  'pnpm tool fresh-clones check': { leftOut: 'it would run itself' },
  'bash .ci/run nightly': { leftOut: 'a nightly job runs it' },
  'pnpm tool ci': { leftOut: 'CI runs it on a bare clone' },
  'pnpm vitest run --mode browser': { minutes: 30 },
  'pnpm build && pnpm vitest run --mode next': { minutes: 30 },
  'pnpm tool packages': { minutes: 20 },
  'pnpm tool run-buttons': { run: 'pnpm tool run-buttons chromium index.html', minutes: 20, reason: LONG },
};
