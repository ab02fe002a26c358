import * as contract from '@platform-sdk/settings/contract';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

const { get, pin, update, completeOnboardingStep } = contract;

export const settings: LocalService<typeof contract> = {
  name: 'settings',
  base: 'organizations',
  // The order matters. If two operations share a path, the later operation gets requests that fit neither. A request for pinned projects has
  // all of their fields.
  contract: { get, pin, update, completeOnboardingStep },
  rules,
  assumptions,
};
