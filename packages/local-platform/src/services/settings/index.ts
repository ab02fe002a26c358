import * as contract from '@platform-sdk/settings/contract';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

const { get, pin, update, completeOnboardingStep } = contract;

export const settings: LocalService<typeof contract> = {
  name: 'settings',
  base: 'organizations',
  // The order matters: of two operations at one place, the later one gets requests that fit neither. Pinned projects are recognized by all
  // their fields.
  contract: { get, pin, update, completeOnboardingStep },
  rules,
  assumptions,
};
