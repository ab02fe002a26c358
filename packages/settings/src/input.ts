import { checkInput, inputError } from '@platform-sdk/core/contract';
import * as contract from './contract.ts';
import { toSettingsId } from './ids.ts';
import type { PinnedProjects, PinnedProjectsWrite, SettingsUpdate } from './types.ts';

/** New values with their ids in the documented form; null for an id that is none. */
export const changeOf = (input: SettingsUpdate): SettingsUpdate => {
  checkInput('settings.update', contract.update, input);
  const change = { ...input };
  for (const name of ['current_organization_id', 'current_project_id'] as const)
    if (change[name] !== undefined) change[name] = toSettingsId(change[name]);
  return change;
};

/** Pinned projects with their ids in the documented form. */
export const pinsOf = ({ organization_id: id, pinned_project_ids: given }: PinnedProjects): Omit<PinnedProjectsWrite, 'setting_key'> => {
  const organization_id = toSettingsId(id);
  if (organization_id === null) throw inputError('settings.pin: organization_id must be a UUID or an integer', 'organization_id');
  const pins = { organization_id, pinned_project_ids: given.map((each) => toSettingsId(each) ?? each) as number[] };
  checkInput('settings.pin', contract.pin, { setting_key: 'sidebar' as const, ...pins });
  return pins;
};
