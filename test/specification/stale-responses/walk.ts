import { createAuthClient } from '@platform-sdk/auth';
import { isPlatformError } from '@platform-sdk/core';
import { isOutdated, outdatedPaths } from '@platform-sdk/core/internal';
import { methodIn, wholeOf, type ServiceMethod } from '../../helpers/service-methods.ts';
import { createScene, type Actor } from './actors.ts';
import { createRandom } from './random.ts';
import { explore, read, readsOf, type Members, type Read, type Reading } from './reads.ts';
import { inputOf, isMissing, remember, writeMethods, type Draw } from './writes.ts';

/** The findings of walks. */
export interface Findings {
  /** Responses that a write changed without declaring it. The value contains the response before and after the write. */
  readonly stale: Map<string, string>;
  /** Writes that succeeded. */
  readonly written: Set<string>;
  /** Reads that succeeded. */
  readonly seen: Set<string>;
  /** Declared paths that actually invalidated something. */
  readonly effective: Set<string>;
}

/** The number of consecutive writes of one user. A response after a write is also the response before the next write. */
const WRITES_IN_A_ROW = 20;
/** The maximum number of inputs to try if the service rejects them, for example because the user lacks a permission. */
const MAX_DRAWS = 25;
/** The number of turns for a write that depends on others' writes. */
const MAX_TURNS = 8;

/** Reads that change as time passes. */
const DATED = new Set(['auth.tokenInfo', 'memory.tokens.list', 'memory.live', 'converter.health']);

type Readings = ReadonlyMap<string, Reading>;

const keyOf = ({ method, input }: Read): string => `${method.name} ${JSON.stringify(input)}`;

const pathOf = ({ method: { operation }, input }: Read): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));

/** A write that was sent, perhaps several times until it succeeded. */
interface Written {
  readonly method: ServiceMethod;
  readonly isDone: boolean;
  /** The paths that its contract declares. */
  readonly paths: readonly string[];
}

const covers = (outdated: string, each: Read): boolean => isOutdated(pathOf(each), outdated);

/** Sends a write with inputs drawn at random until one succeeds. */
const attempt = async (method: ServiceMethod, draw: Draw): Promise<Written> => {
  const paths: string[] = [];
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    try {
      const input = inputOf(method, draw);
      // The paths of a failed write count too, because the service may have applied a part of it.
      paths.push(...outdatedPaths(method.operation, input));
      remember(method.name, draw, input, await wholeOf(methodIn(draw.actor.clients, method)(input)));
      return { method, isDone: true, paths };
    } catch (error) {
      if (!isPlatformError(error) && !isMissing(error)) throw error;
    }
  }
  return { method, isDone: false, paths };
};

/** Records which declared paths of a write match a changed response. */
const noteEffect = ({ method: { name, operation }, paths }: Written, each: Read, { effective }: Findings): void => {
  const { invalidates = [] } = operation;
  for (const [index, path] of paths.entries()) if (covers(path, each)) effective.add(`${name} ${invalidates[index % invalidates.length]}`);
};

/** Compares a user's responses before a write with the service's current responses, and with the client's cache. */
const compare = async (actor: Actor, write: Written, before: ReadonlyMap<Read, Reading>, findings: Findings): Promise<Readings> => {
  const now = new Map<string, Reading>();
  for (const [each, { text }] of before) {
    const { name, operation } = each.method;
    const cached = operation.cacheSeconds === undefined ? undefined : await read(actor, each);
    const reading = await read(actor, each, { forceRefresh: true });
    // The session has ended, which empties every cache.
    if (reading.error?.kind === 'session') return new Map();
    now.set(keyOf(each), reading);
    if (reading.error === undefined) findings.seen.add(name);
    const facts = `${text}\n${cached?.text}\n${reading.text}`;
    if (cached && cached.text !== reading.text) findings.stale.set(`${write.method.name} leaves ${name} in the cache`, facts);
    if (text === reading.text) continue;
    if (write.paths.some((path) => covers(path, each))) noteEffect(write, each, findings);
    else findings.stale.set(`${write.method.name} outdates ${name} without a declaration`, facts);
  }
  return now;
};

/** Reads everything as a user. Readings since the last write are not repeated. */
const readAll = async (actor: Actor, reads: readonly Read[], held: Readings): Promise<Map<Read, Reading>> => {
  const found = new Map<Read, Reading>();
  for (const each of reads) {
    const kept = DATED.has(each.method.name) ? undefined : held.get(keyOf(each));
    found.set(each, kept ?? (await read(actor, each, { forceRefresh: true })));
  }
  return found;
};

/** One user's writes in a row. Returns those that did not succeed. */
const writeInTurn = async (draw: Draw, methods: readonly ServiceMethod[], findings: Findings): Promise<ServiceMethod[]> => {
  const { scene, actor, known } = draw;
  const { session } = actor.platform;
  const reads = readsOf(known.places);
  const failed: ServiceMethod[] = [];
  let held: Readings = new Map();
  for (const method of methods) {
    scene.tick();
    // Some writes sign out, or sign in as another user.
    if (session.snapshot()?.id !== actor.id) {
      held = new Map();
      await createAuthClient(actor.platform).login({ username: actor.email, password: actor.password });
    }
    const before = await readAll(actor, reads, held);
    const write = await attempt(method, draw);
    if (write.isDone) findings.written.add(method.name);
    else failed.push(method);
    // A change of the user empties every cache.
    if (session.snapshot()?.id !== actor.id) held = new Map();
    else if (write.isDone) held = await compare(actor, write, before, findings);
    else
      held = new Map(
        [...before].filter(([each]) => !write.paths.some((path) => covers(path, each))).map(([each, reading]) => [keyOf(each), reading]),
      );
  }
  return failed;
};

/** Writes that create come first, and writes that remove come last: the others need the created records. */
const rankOf = ({ name }: ServiceMethod): number => {
  if (/\.(?:create\w*|add|register|deny)$/.test(name)) return 0;
  return /\.(?:remove\w*|clear|logout|resetPassword)$/.test(name) ? 2 : 1;
};

/** Lets users write in turns, every write once, in an order and with inputs that the seed determines. */
export const walk = async (seed: number, findings: Findings): Promise<void> => {
  const random = createRandom(seed);
  const scene = await createScene(random);
  const discovered = new Map<string, Map<string, Members>>();
  const inOrder = (methods: readonly ServiceMethod[]): ServiceMethod[] =>
    random.shuffle(methods).toSorted((one, other) => rankOf(one) - rankOf(other));
  let left = inOrder(writeMethods);
  let count = 0;
  for (let turn = 0; turn < MAX_TURNS && left.length > 0; turn++) {
    const failed: ServiceMethod[] = [];
    while (left.length > 0) {
      const known = await explore(scene, discovered);
      const actor = scene.actors[count++ % scene.actors.length]!;
      failed.push(...(await writeInTurn({ scene, actor, random, known }, left.splice(0, WRITES_IN_A_ROW), findings)));
    }
    left = inOrder(failed);
  }
};
