import type { Tokens } from '@platform-sdk/core';
import { createRandom, type Random } from './random.ts';
import type { Timeline } from './timeline.ts';
import { createWorld, type Process, type World } from './world.ts';

/** The result of one schedule. */
export interface Outcome {
  readonly seed: number;
  readonly problems: readonly string[];
  /** The steps and session events of the schedule, each with its time. */
  readonly story: readonly string[];
}

const PHASES = [0, 901_000] as const;
const PHASE_MS = 4000;
/** After this time without steps, all refreshes, lock deadlines and writes have ended. */
const QUIET_MS = 60_000;

/** Runs a schedule of 6 to 16 steps with two to four processes at its start. Then runs the checks that every schedule must pass. */
export const runSchedule = async (timeline: Timeline, seed: number, begin: number): Promise<Outcome> => {
  const random = createRandom(seed);
  const world = createWorld(timeline, random, random.pick([0, 50, 500]));
  const story: string[] = [];
  const tell = (text: string): void => void story.push(`${timeline.now() - begin} ${text}`);
  const first = world.start();
  watch(world, first, tell);
  await signIn(world, first, 'ada', tell);
  for (let count = random.below(3); count >= 0; count--) watch(world, world.start(), tell);
  for (const phase of PHASES) {
    for (let steps = 3 + random.below(6); steps > 0; steps--) {
      timeline.at(
        begin + phase + random.below(PHASE_MS),
        () => void step(world, random, timeline, tell).catch((error: unknown) => world.problems.push(String(error))),
      );
    }
  }
  await timeline.after(PHASES[1] + PHASE_MS + QUIET_MS);
  await judge(world, tell);
  return { seed, problems: world.problems, story };
};

const watch = (world: World, process: Process, tell: (text: string) => void): void => {
  process.session.subscribe(({ type }) => {
    tell(`${process.name}: ${type} ${process.session.held()?.refreshToken ?? ''}`);
    process.events.push(type);
    if (type === 'signed-out') judgeSignOut(world, process);
  });
};

const signIn = async (world: World, process: Process, user: string, tell: (text: string) => void): Promise<void> => {
  const tokens = world.server.login(user);
  process.received.add(tokens.refreshToken);
  tell(`${process.name} signs in ${user} ${tokens.refreshToken}`);
  await acting(world, process, { type: 'sign-in', user }, () => process.session.set(tokens));
};

/** Runs an action, and records whether it overlaps another action. If actions overlap, the final state cannot be judged. */
const acting = async (
  world: World,
  process: Process,
  action: NonNullable<World['action']>,
  work: () => Promise<unknown>,
): Promise<void> => {
  // A sign-out ends only the session of its own user, and another user may have signed in elsewhere.
  const isMeant = action.type === 'sign-in' || action.user === world.stored()?.session?.id;
  world.isContested = world.acting > 0 || !isMeant;
  world.acting++;
  world.action = action;
  await work();
  world.acting--;
  // If the process died, froze or could not read the store, the outcome of its action is unknown.
  if (process.isDead || process.frozenUntil > 0 || process.unreadableUntil > 0) world.isDoubtful = true;
};

/** Makes a call as a client does: with the current tokens, and after a 401 once with the next tokens, but never as another user. */
const call = async (world: World, process: Process, tell: (text: string) => void): Promise<void> => {
  const before: Tokens | undefined = process.session.held();
  const tokens = await process.session.current().catch(() => undefined);
  if (!tokens) return;
  if (!world.server.over.has(tokens.accessToken)) return;
  tell(`${process.name} gets a 401 for ${tokens.accessToken}`);
  const next = await process.session.renew(tokens).catch((error: unknown) => {
    tell(`${process.name}: ${String(error)}`);
    return undefined;
  });
  if (next && next.id !== tokens.id) world.problems.push(`${process.name} would finish a call of ${tokens.id} as ${next.id}`);
  if (before && next && !process.session.owns(before) && before.id === next.id) tell(`${process.name} signed in again`);
};

const step = async (world: World, random: Random, timeline: Timeline, tell: (text: string) => void): Promise<void> => {
  const living = world.processes.filter(({ isDead }) => !isDead);
  const process = living[random.below(living.length)] ?? world.start();
  const { server } = world;
  const now = timeline.now();
  const share = random.next();
  if (share < 0.5) {
    // The access tokens of all processes expire at the same time.
    for (const each of living) {
      const held = each.session.held();
      if (held) server.over.add(held.accessToken);
    }
    const callers = random.chance(0.5) ? living : [process];
    await Promise.all(callers.map((each) => call(world, each, tell)));
  } else if (share < 0.58) {
    tell(`${process.name} signs out`);
    await acting(world, process, { type: 'sign-out', user: process.session.held()?.id }, () => process.session.clear());
  } else if (share < 0.66) await signIn(world, process, random.pick(['ada', 'bob']), tell);
  else if (share < 0.74) {
    tell(`${process.name} dies`);
    world.crash(process);
    watch(world, world.start(), tell);
  } else if (share < 0.8) {
    process.frozenUntil = now + random.below(8000);
    tell(`${process.name} freezes for ${process.frozenUntil - now}`);
  } else if (share < 0.84) {
    process.unreadableUntil = now + random.below(1500);
    tell(`${process.name} cannot read for ${process.unreadableUntil - now}`);
  } else if (share < 0.88) {
    server.busyUntil = now + random.below(2000);
    tell(`429 for ${server.busyUntil - now}`);
  } else if (share < 0.92) {
    server.downUntil = now + random.below(1000);
    tell(`503 for ${server.downUntil - now}`);
  } else if (share < 0.96) {
    process.wallMs += random.pick([-3_600_000, 3_600_000]);
    tell(`${process.name}'s clock jumps`);
  } else {
    tell('the lock is lost');
    world.loseLock();
  }
};

/** Returns the refresh token that the service would still accept, if a live process has it or can find it. */
const livingPair = (world: World, user: string | undefined): string | undefined => {
  const valid = world.server.valid.get(user ?? '');
  if (valid === undefined || world.server.tokens.get(valid)?.isUsed) return undefined;
  const isStored = world.stored()?.session?.refreshToken === valid;
  return isStored || world.processes.some((each) => !each.isDead && each.received.has(valid)) ? valid : undefined;
};

/**
 * Checks that no session ends unless the user signed out or the service rejected the newest token. A process may see the rejection before it
 * sees the tokens that replace the rejected tokens. Such a process signs out and in again.
 */
const judgeSignOut = (world: World, process: Process): void => {
  // The timers of a dead process still fire in this model.
  if (process.isDead) return;
  if (world.action?.type === 'sign-out' || world.isContested || world.acting > 0) return;
  const stored = world.stored()?.session;
  if (!stored || world.visibleTo(process)?.isRejected) return;
  const valid = world.server.valid.get(stored.id ?? '');
  if (valid === stored.refreshToken && process.frozenUntil === 0)
    world.problems.push(`${process.name} was signed out although ${valid} is stored`);
};

/** Checks the state of all processes after all work has ended. */
const judge = async (world: World, tell: (text: string) => void): Promise<void> => {
  const { problems } = world;
  const living = world.processes.filter(({ isDead }) => !isDead);
  for (const each of living) {
    await each.session.readStore().catch(() => undefined);
    tell(`${each.name} ends with ${each.session.held()?.refreshToken ?? 'nobody'}`);
  }
  if (world.isDoubtful || world.isContested || world.acting > 0 || !world.action) return;
  const { type, user } = world.action;
  const record = world.stored();
  tell(`stored is ${record?.session?.refreshToken ?? JSON.stringify(record)}`);
  const pair = livingPair(world, user);
  for (const { name, session } of living) {
    const held = session.held();
    if (held && held.id !== user) problems.push(`${name} ends as ${held.id}, not ${user}`);
    if (type === 'sign-out' && held) problems.push(`${name} ends signed in after a sign-out`);
    if (type === 'sign-in' && pair !== undefined && held?.refreshToken !== pair)
      problems.push(`${name} ends with ${held?.refreshToken}, not ${pair}`);
  }
};
