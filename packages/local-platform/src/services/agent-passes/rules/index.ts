import type * as contract from '@platform-sdk/agent-passes/contract';
import type { Rules } from '../../../routing/service.ts';
import { activity } from './activity.ts';
import { agentPasses } from './agent-passes.ts';

export const rules: Rules<typeof contract> = { ...agentPasses, activity };
