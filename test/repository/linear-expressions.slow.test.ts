import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { attacksOn, expressionsOfSources, type Attack, type Expression } from './expressions.ts';

const SHORT = longCount(4, 8) * 1024;
const MIB = 1024 * 1024;
const LONG = longCount(MIB / 8, MIB);
/** The CPU time above which an expression is tested further. A linear expression takes far less time for a short string. */
const SUSPICIOUS_MS = longCount(2, 8);
/** The maximum CPU time for 1 MiB. Users do not notice a pause of this length. */
const MAX_MS_PER_MIB = 250;

/** Returns the CPU time of replacing all matches in a string. */
const cpuMs = ({ source, flags }: Expression, text: string): number => {
  const expression = new RegExp(source, flags.replace('y', ''));
  const before = process.cpuUsage();
  text.replace(expression, '');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Returns the minimum of three runs, because a garbage collection can slow down a run. */
const leastMs = (expression: Expression, text: string): number => Math.min(...[1, 2, 3].map(() => cpuMs(expression, text)));

/** Returns true if a string of twice the length takes about four times as long. */
const isQuadratic = (expression: Expression, attack: Attack): boolean => {
  if (cpuMs(expression, attack(SHORT)) < SUSPICIOUS_MS) return false;
  const short = leastMs(expression, attack(SHORT));
  return short >= SUSPICIOUS_MS && leastMs(expression, attack(2 * SHORT)) > 3 * short;
};

/** Returns an attack that makes an expression too slow, or undefined. */
const weaknessOf = (expression: Expression, attacks: readonly Attack[] = attacksOn(expression)): Attack | undefined => {
  let worst: { readonly attack: Attack; readonly ms: number } | undefined;
  for (const attack of attacks) {
    if (isQuadratic(expression, attack)) return attack;
    const ms = cpuMs(expression, attack(SHORT));
    if (!worst || ms > worst.ms) worst = { attack, ms };
  }
  const most = (MAX_MS_PER_MIB * LONG) / MIB;
  const isSlow = worst && cpuMs(expression, worst.attack(LONG)) > most && leastMs(expression, worst.attack(LONG)) > most;
  return isSlow ? worst?.attack : undefined;
};

/** Returns every seventh attack in a short run, and all attacks in a long run. */
const sampleOf = (attacks: readonly Attack[]): readonly Attack[] => attacks.filter((_, index) => index % longCount(7, 1) === 0);

const { literals, made } = expressionsOfSources();

it('the check of all regular expressions finds every regular expression', () => {
  expect(literals.length).toBeGreaterThan(200);
  // Each of these files inserts an escaped string into an expression.
  expect(made).toEqual([
    'packages/core/src/diagnostics/redact.ts',
    'packages/core/src/diagnostics/service-errors.ts',
    'packages/local-platform/src/adapters/msw.ts',
  ]);
});

it('every regular expression takes linear time for all attack strings', () => {
  const slow = literals.flatMap((expression) => {
    const attack = weaknessOf(expression, sampleOf(attacksOn(expression)));
    const { place, source, flags } = expression;
    return attack ? [`${place} /${source}/${flags} for ${JSON.stringify(attack(20).slice(0, 40))}`] : [];
  });
  expect(slow).toEqual([]);
}, 120_000);

it.each([String.raw`\s+$`, String.raw`<a[^>]*>`, String.raw`^\s*x?\s*$`])(
  'the check of all regular expressions detects the quadratic expression %s',
  (source) => {
    expect(weaknessOf({ place: 'here', source, flags: '' })).toBeDefined();
  },
  120_000,
);
