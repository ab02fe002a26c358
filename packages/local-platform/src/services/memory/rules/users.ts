import type * as contract from '@platform-sdk/memory/contract';
import { mask } from '../../projects/keys.ts';
import type { Rules } from '../../../routing/service.ts';
import { callerOf } from '../access.ts';
import { memoryRecords, type UserRecord } from '../records.ts';
import { issueToken } from '../tokens.ts';

const keyState = ({ gatewayKey }: UserRecord) => ({
  has_api_key: gatewayKey !== undefined,
  api_key_preview: gatewayKey === undefined ? null : mask(gatewayKey),
});

export const users: Rules<typeof contract.users> = {
  register({ id: given, email, first_name, last_name, gateway_api_key, custom_attributes, token_name }, { world }) {
    const { users: all } = world.records(memoryRecords);
    // UUIDs are case-insensitive.
    const id = given.toLowerCase();
    const known = all.get(id);
    all.set(id, {
      id,
      email,
      first_name: first_name ?? known?.first_name ?? null,
      last_name: last_name ?? known?.last_name ?? null,
      custom_attributes: custom_attributes ?? known?.custom_attributes ?? {},
      gatewayKey: [gateway_api_key, known?.gatewayKey].find((key) => key),
      created_at: known?.created_at ?? world.timestamp(),
    });
    return { access_token: issueToken(world, id, token_name), token_type: 'Bearer' };
  },

  me(_, call) {
    const user = callerOf(call);
    const { id, email, first_name, last_name, custom_attributes, created_at } = user;
    return { id, email, first_name, last_name, custom_attributes, is_active: true, ...keyState(user), created_at };
  },

  setGatewayKey({ api_key }, call) {
    const user = callerOf(call);
    user.gatewayKey = api_key === '' ? undefined : api_key;
    return { message: api_key === '' ? 'The key was cleared.' : 'The key was saved.', ...keyState(user) };
  },
};
