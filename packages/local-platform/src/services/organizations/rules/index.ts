import type * as contract from '@platform-sdk/organizations/contract';
import type { Rules } from '../../../routing/service.ts';
import { agentPasses, apiKeys, llmApiKeys } from './credentials.ts';
import { invitations } from './invitations.ts';
import { me } from './me.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';

export const rules: Rules<typeof contract> = { ...organizations, members, invitations, me, apiKeys, llmApiKeys, agentPasses };
