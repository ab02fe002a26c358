import * as contract from '@platform-sdk/settings/contract';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

const { get, pin, update, completeOnboardingStep } = contract;

export const settings: LocalService<typeof contract> = {
  name: 'settings',
  base: 'organizations',
  // The order matters: `update` gets the requests with the same path that do not fit `pin`. A request for pinned projects contains all of the
  // fields of `pin`.
  contract: { get, pin, update, completeOnboardingStep },
  rules,
  assumptions,
};
