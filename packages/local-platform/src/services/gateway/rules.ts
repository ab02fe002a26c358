import { isPlatformError } from '@platform-sdk/core';
import type { Call, Rule, Rules } from '../../routing/service.ts';
import { placeOf } from './access.ts';
import { answerStream, answerWhole, type Making } from './answers.ts';
import { nobody, reserve } from './billing.ts';
import type * as contract from './contract.ts';
import { noteDisconnect } from '../../world/disconnects.ts';
import { generateBuiltIn } from './generation.ts';
import { modelsOf, providerOf } from './models.ts';
import { answerDecline, decline } from './refusal.ts';
import { readBody, resolve } from './request.ts';
import { admit } from './tiers.ts';
import { generateUpstream } from './upstream-generation.ts';

const complete: Rule<contract.RawBody, never> = async (given, { world, request, toWireNames }: Call) => {
  let headers: Record<string, string> = {};
  let leave: (() => void) | undefined;
  try {
    const place = placeOf(request, world);
    leave = admit(world, place.organization.id, (sent) => (headers = sent));
    const body = readBody(given);
    const { model, choice, isOwn } = resolve(world, place, body);
    if (choice) Object.assign(headers, { 'x-ira-model': model.id, 'x-ira-strategy': choice.strategy, 'x-ira-latency': String(choice.ms) });
    const { upstream } = world.settings.gateway;
    // Models without a provider are agents. The upstream server lacks these models.
    const isAgent = !model.id.includes('/');
    const generation =
      upstream && !isAgent ? generateUpstream(upstream, body, model) : generateBuiltIn(world, { ...body, model: model.id });
    const payer = isOwn ? nobody : reserve(world, place, model, generation.most);

    let isOver = false;
    const making: Making = {
      head: { id: `chatcmpl-${world.id()}`, created: Math.floor(world.clock.now() / 1000), model: model.id },
      generation,
      headers,
      toWireNames,
      signal: request.signal,
      ended(isLeft) {
        if (isOver) return;
        isOver = true;
        leave?.();
        payer.settle(generation.usage());
        if (isLeft) noteDisconnect(request, world);
      },
    };
    const answer = given.stream === true ? answerStream(making, countsApart(given)) : answerWhole(making);
    return await answer.catch(failedProvider);
  } catch (error) {
    leave?.();
    return answerDecline(error, headers);
  }
};

const countsApart = ({ stream_options }: contract.RawBody): boolean =>
  (Object(stream_options) as { readonly include_usage?: unknown }).include_usage === true;

/** Reports an unexpected error during a response as a failure of the provider. */
const failedProvider = (error: unknown): never =>
  decline(500, 'PROVIDER_ERROR', isPlatformError(error) ? error.message : 'The model failed.');

export const rules: Rules<typeof contract> = {
  chatStream: complete,
  chat: complete,
  models(_, { world }) {
    const data = modelsOf(world).map((model) => ({ id: model.id, object: 'model', created: 0, owned_by: providerOf(model) }));
    return { object: 'list', data };
  },
};
