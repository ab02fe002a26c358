import { agentPasses } from '../agent-passes/index.ts';
import { analytics } from '../analytics/index.ts';
import { auth } from '../auth/index.ts';
import { converter } from '../converter/index.ts';
import { gateway } from '../gateway/index.ts';
import { memory } from '../memory/index.ts';
import { organizations } from '../organizations/index.ts';
import { projects } from '../projects/index.ts';
import type { LocalService } from '../routing/service.ts';
import { search } from '../search/index.ts';
import { settings } from '../settings/index.ts';
import { upload } from '../upload/index.ts';
import { wallets } from '../wallets/index.ts';

/** The services of the local platform. */
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
