import { problemsOf } from '@platform-sdk/core/internal';
import { contentProblems } from '@platform-sdk/core/streams';
import type { GatewayBody, RoutingStrategy } from '@platform-sdk/gateway';
import * as documented from '@platform-sdk/gateway/contract';
import { projectRecords } from '../projects/records.ts';
import type { World } from '../../world/state.ts';
import type { GatewayPlace } from './access.ts';
import type { RawBody } from './contract.ts';
import { isActive, modelNamed, modelsOf, providerOf, routed } from './models.ts';
import type { LocalModel } from '../../options/gateway.ts';
import { decline } from './refusal.ts';
import { subscriptionOf } from './subscriptions.ts';

/** Normalizes and checks a raw body. */
export const readBody = (given: RawBody): GatewayBody => {
  const { messages, stream = null, ...rest } = given;
  if (stream !== null && typeof stream !== 'boolean') decline(400, 'INVALID_INPUT', 'stream must be true or false.');
  const body = { ...withoutNulls(rest), messages: Array.isArray(messages) ? messages.map(readMessage) : messages };
  const [problem] = problemsOf(documented.chat.input, body);
  if (problem) return decline(400, 'INVALID_INPUT', `${problem.field || 'The body'} ${problem.message}.`);
  const checked = body as unknown as GatewayBody;
  if (checked.messages.length === 0) decline(400, 'INVALID_INPUT', 'messages is empty.');
  const [missing] = contentProblems(checked.messages);
  return missing ? decline(400, 'INVALID_INPUT', `${missing.field} ${missing.message}.`) : checked;
};

/** Removes null fields, because other clients send null instead of omitting a field. */
const withoutNulls = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));

const readMessage = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && !Array.isArray(message) ? withoutNulls(message) : message;

/** The strategy of `auto`, and how long the choice took. */
interface Choice {
  readonly strategy: RoutingStrategy;
  readonly ms: number;
}

/** The model that responds, how it was chosen, and whether the key is the project's own. */
export interface Resolved {
  readonly model: LocalModel;
  readonly choice: Choice | undefined;
  /** True if the project's own provider key is used. The gateway then bills nothing. */
  readonly isOwn: boolean;
}

const hasOwnKey = (world: World, { project }: GatewayPlace, model: LocalModel): boolean =>
  world
    .records(projectRecords)
    .llmApiKeys.by('provider', `${project.id} ${providerOf(model)}`)
    .some(({ customModels = [], withDefaultModels = true }) => withDefaultModels || customModels.includes(model.id));

/** Returns the error message for an unknown model, with the names of the known models. */
const unknownModel = (world: World, name: string | undefined): string => {
  const known = modelsOf(world).map(({ id }) => id);
  return `The model ${name} does not exist. The local platform has auto, ${known.join(', ')}.`;
};

/** Chooses the model and the key. */
export const resolve = (world: World, place: GatewayPlace, { model: name, strategy = 'best' }: GatewayBody): Resolved => {
  const started = world.clock.now();
  const isAuto = name === 'auto';
  const asked = isAuto ? routed(world, strategy) : modelNamed(world, name);
  if (!asked) return decline(400, 'MODEL_NOT_FOUND', isAuto ? 'No model is active.' : unknownModel(world, name));
  const choice = isAuto ? { strategy, ms: world.clock.now() - started } : undefined;

  const fallback = isActive(asked) || hasOwnKey(world, place, asked) ? undefined : modelNamed(world, asked.fallback);
  const model = fallback ?? asked;
  if (!isActive(model)) decline(400, 'MODEL_INACTIVE', `The model ${asked.id} is inactive.`);
  const isOwn = hasOwnKey(world, place, model);
  const subscription = subscriptionOf(world, place.organization.id);
  if (isOwn && !subscription?.active)
    decline(403, 'SUBSCRIPTION_REQUIRED', 'Valid subscription required', {
      organization_id: place.organization.id,
      subscription_found: subscription !== undefined,
    });
  return { model, choice, isOwn };
};
