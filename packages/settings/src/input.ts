import { checkFields, checkInput, inputError } from '@platform-sdk/core/internal';
import * as contract from './contract.ts';
import { toSettingsId } from './ids.ts';
import type {
  SettingsCompleteOnboardingStepInput,
  SettingsPinInput,
  PinnedProjectsBody,
  SettingsChange,
  SettingsUpdateInput,
} from './types.ts';

const IDS = ['current_organization_id', 'current_project_id'] as const;

/** Throws if the input contains `client`, which is an option of `createSettingsStore`. */
const checkClient = (operation: string, { client }: { readonly client?: unknown }): void => {
  if (client !== undefined) throw inputError(`${operation}: client is an option of createSettingsStore`, 'client', operation);
};

/** Returns the values to send, with ids in the documented form and null for an invalid id. */
export const changeOf = (input: SettingsUpdateInput, operation = 'settings.update'): SettingsUpdateInput => {
  checkInput(operation, contract.update, input);
  const change = { ...input };
  for (const name of IDS) if (change[name] !== undefined) change[name] = toSettingsId(change[name]);
  return change;
};

/** Returns the values for the local settings. An invalid or empty id becomes null, as the API specification requires. */
export const localChangeOf = (input: SettingsChange): SettingsUpdateInput => {
  const operation = 'settings.set';
  const change = changeOf(input, operation);
  checkClient(operation, change);
  return change;
};

/** Returns pinned projects with their ids in the documented form. */
export const pinsOf = (input: SettingsPinInput): Omit<PinnedProjectsBody, 'setting_key'> => {
  const operation = 'settings.pin';
  const { organization_id: id, pinned_project_ids: given, ...rest } = { ...input } as Partial<SettingsPinInput>;
  checkFields(operation, contract.pin, rest);
  const organization_id = toSettingsId(id);
  if (organization_id === null)
    throw inputError(`${operation}: organization_id must be a UUID or an integer`, 'organization_id', operation);
  const pinned_project_ids = (Array.isArray(given) ? given.map((each: unknown) => toSettingsId(each) ?? each) : given) as number[];
  const pins = { organization_id, pinned_project_ids };
  checkInput(operation, contract.pin, { setting_key: 'sidebar' as const, ...rest, ...pins });
  return pins;
};

/** Returns an onboarding step with its value. */
export const stepOf = (
  input: Omit<SettingsCompleteOnboardingStepInput, 'client'>,
): { readonly stepId: string; readonly value: boolean } => {
  const operation = 'settings.completeOnboardingStep';
  checkInput(operation, contract.completeOnboardingStep, input);
  checkClient(operation, input as SettingsCompleteOnboardingStepInput);
  const { stepId, value = true } = input;
  return { stepId, value };
};
