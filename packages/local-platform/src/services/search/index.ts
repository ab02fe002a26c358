import type { Check } from '../../routing/credentials.ts';
import { fastApiDialect } from '../../errors/fastapi-dialect.ts';
import { refuse } from '../../errors/refusal.ts';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { contract } from './contract.ts';
import { rules } from './rules.ts';

/** If `requireAgent` is true, checks that the agent's token is present. `admitAgent` checks the values of the agent headers. */
const agent: Check = ({ headers }, { settings }) => {
  if (settings.search.requireAgent && headers.get('x-agent-secret-token') === null)
    refuse(401, 'AGENT_REQUIRED', 'The headers X-Agent-Secret-Token and X-Agent-User-Id are missing.');
  return undefined;
};

export const search: LocalService<typeof contract> = {
  name: 'search',
  base: 'search',
  contract,
  rules,
  assumptions,
  largeBodies: ['search.chatStream', 'search.chat'],
  checks: { agent },
  dialect: fastApiDialect,
};
