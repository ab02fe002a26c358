import * as contract from '@platform-sdk/settings/contract';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

const { get, pin, update, completeOnboardingStep } = contract;

export const settings: LocalService<typeof contract> = {
  name: 'settings',
  base: 'organizations',
  // The order matters: if two operations share a path, requests that fit neither go to the later one. Pinned projects are recognized by all
  // their fields.
  contract: { get, pin, update, completeOnboardingStep },
  rules,
  assumptions,
};
