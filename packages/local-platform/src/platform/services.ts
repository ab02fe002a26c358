import { agentPasses } from '../services/agent-passes/index.ts';
import { analytics } from '../services/analytics/index.ts';
import { auth } from '../services/auth/index.ts';
import { converter } from '../services/converter/index.ts';
import { gateway } from '../services/gateway/index.ts';
import { memory } from '../services/memory/index.ts';
import { organizations } from '../services/organizations/index.ts';
import { projects } from '../services/projects/index.ts';
import type { LocalService } from '../routing/service.ts';
import { search } from '../services/search/index.ts';
import { settings } from '../services/settings/index.ts';
import { upload } from '../services/upload/index.ts';
import { wallets } from '../services/wallets/index.ts';

export const services: readonly LocalService[] = [
  auth,
  organizations,
  analytics,
  wallets,
  agentPasses,
  settings,
  projects,
  gateway,
  memory,
  search,
  converter,
  upload,
];
