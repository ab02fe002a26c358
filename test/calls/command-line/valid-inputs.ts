import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Snapshot } from '@platform-sdk/local-platform';
import { methodIn, serviceMethods, wholeOf, type ServiceMethod } from '../../helpers/service-methods.ts';
import { agentUserId, createScene, type Actor, type Scene } from '../../specification/stale-responses/actors.ts';
import { createRandom } from '../../specification/stale-responses/random.ts';
import { explore, readsOf, type Known, type Members } from '../../specification/stale-responses/reads.ts';
import { inputOf, isMissing } from '../../specification/stale-responses/writes.ts';

/** An operation, with an actor and an input for which it succeeds in the prepared state. */
export interface ValidInput {
  /** The operation's name in the client, such as `agentPasses.list`. */
  readonly name: string;
  readonly actor: Actor;
  readonly input: Members;
}

/** A local platform with records of every kind. */
export interface PreparedScene {
  readonly scene: Scene;
  readonly snapshot: Snapshot;
  readonly inputs: readonly ValidInput[];
}

const random = createRandom(11);

/** Operations that create the records that other operations need. */
const PREPARATIONS = [
  'auth.requestPasswordReset',
  'memory.sessions.create',
  'memory.tokens.create',
  'memory.chat',
  'wallets.transfers.create',
  'projects.access.deny',
  'converter.crawl',
];

/** Prepares a platform, calls the clients, and finds a valid input for every operation. */
export const prepareScene = async (): Promise<PreparedScene> => {
  const scene = await createScene(random);
  scene.local.seed({ analytics: [{ projectId: '1', keys: scene.local.projectKeys, traces: 'samples' }] });
  const places = new Map<string, Map<string, Members>>();
  for (const name of PREPARATIONS)
    for (const actor of scene.actors) {
      const known = await explore(scene, places);
      const method = serviceMethods.find((each) => each.name === name) as ServiceMethod;
      const [input] = candidates(method, { scene, actor, known });
      await wholeOf(methodIn(actor.clients, method)(input ?? {})).catch(() => undefined);
    }
  const known = await explore(scene, places);
  const snapshot = scene.local.snapshot();
  const inputs: ValidInput[] = [];
  for (const method of serviceMethods) {
    const found = await findInput(method, { scene, known }, snapshot);
    if (found) inputs.push({ ...found, name: method.name.replace('agent-passes', 'agentPasses') });
  }
  scene.local.restore(snapshot);
  return { scene, snapshot, inputs };
};

interface Setting {
  readonly scene: Scene;
  readonly known: Known;
}

const findInput = async (method: ServiceMethod, setting: Setting, snapshot: Snapshot): Promise<Omit<ValidInput, 'name'> | undefined> => {
  for (const actor of setting.scene.actors)
    for (const input of candidates(method, { ...setting, actor })) {
      setting.scene.local.restore(snapshot);
      const tokens = await actor.platform.session.get();
      const isValid = await wholeOf(methodIn(actor.clients, method)(input)).then(
        () => true,
        () => false,
      );
      if (tokens) await actor.platform.session.set(tokens);
      if (isValid) return { actor, input };
    }
  return undefined;
};

/** Inputs of the operations that download files, which neither write data nor are cached. */
const FILES: Readonly<Record<string, (scene: Scene) => Members>> = {
  'agent-passes.activity.export': () => ({ agent_user_id: agentUserId, format: 'csv' }),
  'converter.download': ({ local }) => ({ site: new URL(local.sampleSite).host }),
};

/** Draws possible inputs of an operation. The caller uses the first input that succeeds. */
const candidates = (method: ServiceMethod, { scene, known, actor }: Setting & { readonly actor: Actor }): Members[] => {
  const file = FILES[method.name];
  if (file) return [file(scene)];
  if (method.operation.retry === 'safe') return readsOf(known.places).flatMap((read) => (read.method === method ? [read.input] : []));
  return Array.from({ length: 20 }, () => {
    try {
      return inputOf(method, { scene, actor, random, known });
    } catch (error) {
      if (!isMissing(error)) throw error;
      return undefined;
    }
  }).filter((input) => input !== undefined);
};

/** An input of an operation, as `commands --json` describes it. */
export interface DescribedInput {
  readonly flag: string;
  readonly path: readonly string[];
  readonly type: string;
  readonly isList: boolean;
  readonly isSecret: boolean;
}

/** Converts an input to flags. Fields that are not inputs of the command, such as `stream`, are omitted: the client sets them. */
export const toFlags = async (inputs: readonly DescribedInput[], input: Members): Promise<string[]> => {
  const flags = await Promise.all(
    inputs.map(async ({ flag, path, type, isList }) => {
      const value = path.reduce<unknown>((found, name) => (found as Members | undefined)?.[name], input);
      if (value === undefined) return [];
      if (type === 'file') return [flag, await fileOf(value as File)];
      if (type === 'boolean' && !isList) return [value === true ? flag : flag.replace('--', '--no-')];
      if (Array.isArray(value) && value.length === 0) return [`${flag}=[]`];
      return (isList ? (value as readonly unknown[]) : [value]).map(
        (item) => `${flag}=${typeof item === 'string' ? item : JSON.stringify(item)}`,
      );
    }),
  );
  return flags.flat();
};

const fileOf = async (file: File): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'call-')), file.name);
  await writeFile(path, new Uint8Array(await file.arrayBuffer()));
  return path;
};
