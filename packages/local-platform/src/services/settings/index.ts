import * as contract from '@platform-sdk/settings/contract';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

const { get, pin, update, completeOnboardingStep } = contract;

export const settings: LocalService<typeof contract> = {
  name: 'settings',
  base: 'organizations',
  // The order matters: a request that fits neither `pin` nor `update` goes to `update`, the later operation. Requests for pinned projects
  // contain all fields of `pin`.
  contract: { get, pin, update, completeOnboardingStep },
  rules,
  assumptions,
};
