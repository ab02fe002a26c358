import type { World } from '../../world/state.ts';
import { memoryRecords, type TokenRecord } from './records.ts';

/** Returns a hash, synchronously. The hash is not cryptographic, which is sufficient for tokens of tests. */
export const hashOf = (token: string): string => {
  let high = 0xcbf29ce484222325n;
  let low = 0x84222325cbf29ce4n;
  for (const character of token) {
    const code = BigInt(character.codePointAt(0) ?? 0);
    high = BigInt.asUintN(64, (high ^ code) * 0x100000001b3n);
    low = BigInt.asUintN(64, (low ^ code) * 0x9e3779b97f4a7c15n + high);
  }
  return high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0');
};

/** The minimum length of a token whose prefix the list shows. */
const SHORTEST_SHOWN = 12;

/** Issues a token. Only its hash is stored, so only this response contains the token. */
export const issueToken = (
  world: World,
  userId: string,
  name = 'Initial Token',
  token = `mem_${world.secret().replaceAll('-', '')}`,
): string => {
  const hash = hashOf(token);
  const record: TokenRecord = {
    id: world.id(),
    hash,
    userId,
    name,
    token_prefix: `${token.length < SHORTEST_SHOWN ? '' : token.slice(0, 8)}...`,
    last_used_at: null,
    created_at: world.timestamp(),
  };
  world.records(memoryRecords).tokens.set(hash, record);
  return token;
};
