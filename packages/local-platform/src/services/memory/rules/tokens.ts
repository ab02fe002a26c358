import type * as contract from '@platform-sdk/memory/contract';
import type { Rules } from '../../../routing/service.ts';
import { callerOf } from '../access.ts';
import { memoryRecords } from '../records.ts';
import { issueToken } from '../tokens.ts';

export const tokens: Rules<typeof contract.tokens> = {
  create: ({ name }, call) => ({ access_token: issueToken(call.world, callerOf(call).id, name), token_type: 'Bearer' }),

  list(_, call) {
    const { id } = callerOf(call);
    const own = call.world.records(memoryRecords).tokens.by('user', id);
    return { tokens: own.map(({ userId: _userId, hash: _hash, ...token }) => token) };
  },

  remove({ token_id }, call) {
    const { id } = callerOf(call);
    const { tokens: all } = call.world.records(memoryRecords);
    const found = all.by('id', token_id.toLowerCase()).find(({ userId }) => userId === id);
    // Unlike other errors of the service, this error contains only `detail`.
    if (!found) return Response.json({ detail: 'Token not found' }, { status: 404 });
    all.delete(found.hash);
    return undefined;
  },
};
