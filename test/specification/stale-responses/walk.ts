import { createAuthClient } from '@platform-sdk/auth';
import { isPlatformError } from '@platform-sdk/core';
import { isOutdated, outdatedPaths } from '@platform-sdk/core/internal';
import { methodIn, wholeOf, type ServiceMethod } from '../../helpers/service-methods.ts';
import { createScene, type Actor } from './actors.ts';
import { createRandom } from './random.ts';
import { explore, isSilent, read, readsOf, type Members, type Read, type Reading } from './reads.ts';
import { inputOf, isMissing, remember, writeMethods, type Draw } from './writes.ts';

/** The results of all walks. */
export interface Findings {
  /** Writes that left an outdated response in the cache, or changed a response without declaring its path, with the responses. */
  readonly stale: Map<string, string>;
  /** Writes that succeeded. */
  readonly written: Set<string>;
  /** Reads that succeeded. */
  readonly seen: Set<string>;
  /** Declared paths that matched at least one changed response. */
  readonly effective: Set<string>;
}

/** The number of consecutive writes of one user. A response after a write is also the response before the next write. */
const WRITES_IN_A_ROW = 20;
/** The maximum number of inputs to try. The service may reject an input, for example because the user lacks a permission. */
const MAX_DRAWS = 25;
/** The maximum number of turns until every write succeeds. A write may depend on the writes of other users. */
const MAX_TURNS = 8;

/** Reads whose responses change over time. */
const DATED = new Set(['auth.tokenInfo', 'memory.tokens.list', 'memory.live', 'converter.health']);

type Readings = ReadonlyMap<string, Reading>;

const keyOf = ({ method, input }: Read): string => `${method.name} ${JSON.stringify(input)}`;

const pathOf = ({ method: { operation }, input }: Read): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));

/** A write and its attempts. */
interface Written {
  readonly method: ServiceMethod;
  readonly isDone: boolean;
  /** The paths that the contract declares, for the inputs of all attempts. */
  readonly paths: readonly string[];
}

const covers = (outdated: string, each: Read): boolean => isOutdated(pathOf(each), outdated);

/** Sends a write with random inputs until an attempt succeeds. */
const attempt = async (method: ServiceMethod, draw: Draw): Promise<Written> => {
  const paths: string[] = [];
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    try {
      const input = inputOf(method, draw);
      // A failed write also invalidates its paths, because the service may have applied a part of it.
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

/** Compares the service's responses after a write with its responses before the write, and with the client's cache. */
const compare = async (actor: Actor, write: Written, before: ReadonlyMap<Read, Reading>, findings: Findings): Promise<Readings> => {
  const now = new Map<string, Reading>();
  for (const [each, { text }] of before) {
    const { name, operation } = each.method;
    const cached = operation.cacheSeconds === undefined ? undefined : await read(actor, each);
    const reading = await read(actor, each, { forceRefresh: true });
    // The end of the session clears every cache.
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

/** Sends all reads as a user, except those in `held`, which were sent after the last write. */
const readAll = async (actor: Actor, reads: readonly Read[], held: Readings): Promise<Map<Read, Reading>> => {
  const found = new Map<Read, Reading>();
  for (const each of reads) {
    const kept = DATED.has(each.method.name) ? undefined : held.get(keyOf(each));
    found.set(each, kept ?? (await read(actor, each, { forceRefresh: true })));
  }
  return found;
};

/** Sends a user's writes in a row. Returns the writes that failed. */
const writeInTurn = async (draw: Draw, methods: readonly ServiceMethod[], findings: Findings): Promise<ServiceMethod[]> => {
  const { scene, actor, known } = draw;
  const { session } = actor.platform;
  const reads = readsOf(known.places).filter(({ method }) => isSilent(method));
  const failed: ServiceMethod[] = [];
  let held: Readings = new Map();
  for (const method of methods) {
    scene.tick();
    // Some writes sign the user out, or sign in another user.
    if (session.snapshot()?.id !== actor.id) {
      held = new Map();
      await createAuthClient(actor.platform).login({ username: actor.email, password: actor.password });
    }
    const before = await readAll(actor, reads, held);
    const write = await attempt(method, draw);
    if (write.isDone) findings.written.add(method.name);
    else failed.push(method);
    // A change of the user clears every cache.
    if (session.snapshot()?.id !== actor.id) held = new Map();
    else if (write.isDone) held = await compare(actor, write, before, findings);
    else
      held = new Map(
        [...before].filter(([each]) => !write.paths.some((path) => covers(path, each))).map(([each, reading]) => [keyOf(each), reading]),
      );
  }
  return failed;
};

/** Ranks writes: those that create records come first, and those that remove records come last. */
const rankOf = ({ name }: ServiceMethod): number => {
  if (/\.(?:create\w*|add|register|deny)$/.test(name)) return 0;
  return /\.(?:remove\w*|clear|logout|resetPassword)$/.test(name) ? 2 : 1;
};

/** Lets users take turns until every write has succeeded once. The seed determines the order and the inputs. */
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
