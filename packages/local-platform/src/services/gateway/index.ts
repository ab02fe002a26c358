import { withoutMediaTypes, type Dialect } from '../../errors/refusal.ts';
import type { LocalService } from '../../routing/service.ts';
import { placeOf } from './access.ts';
import { assumptions } from './assumptions.ts';
import { contract } from './contract.ts';
import { follow } from '../../world/disconnects.ts';
import { rules } from './rules.ts';

/** Renders the engine's errors in the gateway's format. */
const dialect: Dialect = withoutMediaTypes(({ status, code, message, retryAfterSeconds }, _, respond) => {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return respond({ detail: message, error: { code, message } }, { status, headers });
});

export const gateway: LocalService<typeof contract> = {
  name: 'gateway',
  base: 'gateway',
  contract,
  rules,
  assumptions,
  largeBodies: ['gateway.chatStream', 'gateway.chat'],
  // This check only rejects invalid keys. The rules look up the project of a valid key.
  checks: { token: (request, world) => void placeOf(request, world) },
  dialect,
  onRequest: (request, entry, world) => {
    if (entry.operation?.startsWith('gateway.chat')) follow(request, entry, world);
  },
};
