import * as contract from '@platform-sdk/upload/contract';
import { userOf } from '../auth/tokens.ts';
import { authorizedBy } from '../authorization.ts';
import type { Check } from '../credentials.ts';
import { fastApiDialect } from '../fastapi-dialect.ts';
import { refuse } from '../refusal.ts';
import type { LocalService } from '../service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

const LARGEST = 100 * 1024 * 1024;

/** A signed-in user, a known token or an agent, whose pair is looked at for every service. */
const token: Check = (request, world) => {
  const { tokens = ['local-upload-token'], maxBytes = LARGEST } = world.settings.upload;
  const { headers } = request;
  const sent = authorizedBy('Bearer', request);
  const isKnown = headers.has('authorization') ? tokens.some((known) => known === sent) : headers.has('x-agent-secret-token');
  const account = isKnown ? undefined : userOf(request, world);
  if (Number(headers.get('content-length')) > maxBytes) return refuse(413, 'TOO_LARGE', `The request is larger than ${maxBytes} bytes.`);
  return account;
};

export const upload: LocalService<typeof contract> = {
  name: 'upload',
  base: 'upload',
  contract,
  rules,
  assumptions,
  checks: { token },
  dialect: fastApiDialect,
};
