import { checkInput, inputError } from '@platform-sdk/core/contract';
import * as contract from './contract.ts';
import { toSettingsId } from './ids.ts';
import type { OnboardingStep, PinnedProjects, PinnedProjectsWrite, SettingsChange, SettingsUpdate } from './types.ts';

const IDS = ['current_organization_id', 'current_project_id'] as const;

/** Rejects fields that the operation does not have, and an input that has no fields at all. */
const checkNames = (operation: string, input: object, known: readonly string[]): void => {
  if (typeof (input as unknown) !== 'object' || (input as unknown) === null || Array.isArray(input))
    throw inputError(`${operation}: the input must be an object with any of ${known.join(', ')}`, '', operation);
  const unknown = Object.entries(input).find(([name, value]) => value !== undefined && !known.includes(name));
  if (unknown) throw inputError(`${operation}: ${unknown[0]} is unknown; the settings are ${known.join(', ')}`, unknown[0], operation);
};

const SETTINGS = ['theme', 'language', 'sidebar_open', ...IDS];

/** New values as they are sent, with their ids in the documented form and without the ids that have none. */
export const changeOf = (input: SettingsUpdate, operation = 'settings.update'): SettingsUpdate => {
  checkNames(operation, input, operation === 'settings.update' ? [...SETTINGS, 'client'] : SETTINGS);
  checkInput(operation, contract.update, input);
  const change = { ...input };
  for (const name of IDS) if (change[name] !== undefined) change[name] = toSettingsId(change[name]);
  return change;
};

/** New values for the local settings. An id that cannot be sent is an error: here it would differ from the service for good. */
export const localChangeOf = (input: SettingsChange): SettingsUpdate => {
  const change = changeOf(input, 'settings.set');
  const wrong = IDS.find((name) => change[name] === null);
  if (wrong) throw inputError(`settings.set: ${wrong} must be a UUID or a whole number; leave it out to keep it`, wrong, 'settings.set');
  return change;
};

/** Pinned projects with their ids in the documented form. */
export const pinsOf = (input: PinnedProjects): Omit<PinnedProjectsWrite, 'setting_key'> => {
  checkNames('settings.pin', input, ['organization_id', 'pinned_project_ids']);
  const { organization_id: id, pinned_project_ids: given } = input as Partial<PinnedProjects>;
  const organization_id = toSettingsId(id);
  if (organization_id === null)
    throw inputError('settings.pin: organization_id must be a UUID or an integer', 'organization_id', 'settings.pin');
  const pinned_project_ids = (Array.isArray(given) ? given.map((each: unknown) => toSettingsId(each) ?? each) : given) as number[];
  const pins = { organization_id, pinned_project_ids };
  checkInput('settings.pin', contract.pin, { setting_key: 'sidebar' as const, ...pins });
  return pins;
};

/** A step of the introduction with its value. */
export const stepOf = (input: Omit<OnboardingStep, 'client'>): { readonly stepId: string; readonly value: boolean } => {
  checkNames('settings.completeOnboardingStep', input, ['stepId', 'value']);
  checkInput('settings.completeOnboardingStep', contract.completeOnboardingStep, input);
  const { stepId, value = true } = input;
  return { stepId, value };
};
