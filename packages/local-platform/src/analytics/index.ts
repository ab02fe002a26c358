import * as contract from '@platform-sdk/analytics/contract';
import type { LocalService } from '../service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

export const analytics: LocalService<typeof contract> = {
  name: 'analytics',
  base: 'analytics',
  contract,
  rules,
  assumptions,
  tails: ['analytics.traces.get'],
};
