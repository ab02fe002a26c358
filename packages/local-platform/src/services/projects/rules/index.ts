import type * as contract from '@platform-sdk/projects/contract';
import type { Rules } from '../../../routing/service.ts';
import { access } from './access.ts';
import { invitations } from './invitations.ts';
import { apiKeys, llmApiKeys } from './keys.ts';
import { members } from './members.ts';
import { projects } from './projects.ts';

export const rules: Rules<typeof contract> = { ...projects, apiKeys, llmApiKeys, members, access, invitations };
