import * as contract from '@platform-sdk/upload/contract';
import { userOf } from '../../world/sessions.ts';
import { authorizedBy } from '../../requests/authorization.ts';
import type { Check } from '../../routing/credentials.ts';
import { fastApiDialect } from '../../errors/fastapi-dialect.ts';
import { refuse } from '../../errors/refusal.ts';
import { checkStatedLength, refuseEncoded } from '../../requests/request-body.ts';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { LARGEST } from '../../options/upload.ts';
import { rules, unknownIn } from './rules.ts';

/** Accepts a signed-in user, a known token or an agent. `admitAgent` checks the agent's headers. */
const token: Check = (request, world) => {
  const { tokens = ['local-upload-token'], maxBytes = LARGEST } = world.settings.upload;
  const { headers } = request;
  const sent = authorizedBy('Bearer', request);
  const isKnown = headers.has('authorization') ? tokens.some((known) => known === sent) : headers.has('x-agent-secret-token');
  const account = isKnown ? undefined : userOf(request, world);
  if (!/^multipart\/form-data\s*;/i.test(headers.get('content-type') ?? ''))
    return refuse(422, 'INVALID_INPUT', 'The body must be multipart/form-data, with a file.');
  refuseEncoded(request);
  checkStatedLength(request, maxBytes);
  return account;
};

/** The rule reads the form itself, because `fetch` supports only a part of RFC 7578 and does not limit the length. */
const { encode: _, ...unread } = contract.upload;

export const upload: LocalService<typeof contract> = {
  name: 'upload',
  base: 'upload',
  contract: { upload: unread },
  rules,
  assumptions,
  isUnread: true,
  checks: { token },
  dialect: fastApiDialect,
  onRequest: (request, entry) => {
    const unknown = unknownIn(request);
    if (unknown.length > 0) Object.assign(entry, { unknownFields: unknown });
  },
};
