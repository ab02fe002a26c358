import type * as contract from '@platform-sdk/memory/contract';
import type { ProfileFacts, MemoryProfile } from '@platform-sdk/memory';
import { refuse } from '../../../errors/refusal.ts';
import type { Call, Rules } from '../../../routing/service.ts';
import { callerOf } from '../access.ts';
import { extractFacts } from '../extraction.ts';
import { MAX_KEY } from '../facts.ts';
import { DEFAULT_APP, profileOf } from '../records.ts';

const view = (call: Call, app_id = DEFAULT_APP): MemoryProfile => {
  const { id } = callerOf(call);
  return { user_id: id, app_id, ...profileOf(call.world, id, app_id) };
};

const learn = (call: Call, app_id: string, facts: ProfileFacts): void => {
  const profile = profileOf(call.world, callerOf(call).id, app_id);
  profile.facts = { ...profile.facts, ...facts };
  profile.updated_at = call.world.timestamp();
};

export const profile: Rules<typeof contract.profile> = {
  get: ({ app_id }, call) => view(call, app_id),

  merge({ facts }, call) {
    const wrong = Object.keys(facts).find((name) => name.length > MAX_KEY || !/^[a-z][a-zA-Z\d]*$/.test(name));
    if (wrong !== undefined)
      return refuse(400, 'VALIDATION_ERROR', `facts.${wrong} must be named in camelCase, with at most ${MAX_KEY} characters`);
    learn(call, DEFAULT_APP, facts);
    return view(call);
  },

  clear({ app_id }, call) {
    Object.assign(profileOf(call.world, callerOf(call).id, app_id), { facts: {}, updated_at: null });
  },

  extract({ app_id = DEFAULT_APP, ...given }, call) {
    const facts = extractFacts(given);
    if (Object.keys(facts).length > 0) learn(call, app_id, facts);
    return { facts };
  },
};
