import * as contract from '@platform-sdk/agent-passes/contract';
import type { LocalService } from '../../routing/service.ts';
import { admitAgent, recordActivity } from './agents.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules/index.ts';

export const agentPasses: LocalService<typeof contract> = {
  name: 'agentPasses',
  base: 'organizations',
  contract,
  rules,
  assumptions,
  admit: admitAgent,
  onRequest: recordActivity,
};
