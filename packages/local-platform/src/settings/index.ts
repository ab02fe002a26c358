import * as contract from '@platform-sdk/settings/contract';
import type { LocalService } from '../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

const { get, pin, update, completeOnboardingStep } = contract;

export const settings: LocalService<typeof contract> = {
  name: 'settings',
  base: 'organizations',
  // Of two operations at one place, what fits neither is the later's: pinned projects are told apart by all their fields.
  contract: { get, pin, update, completeOnboardingStep },
  rules,
  assumptions,
};
