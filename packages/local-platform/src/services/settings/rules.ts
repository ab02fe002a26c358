import { countOrganizations } from '../organizations/records.ts';
import { toSettingsId, type SettingsId } from '@platform-sdk/settings';
import type * as contract from '@platform-sdk/settings/contract';
import { asMember } from '../organizations/roles.ts';
import { roleIn } from '../projects/access.ts';
import { projectRecords } from '../projects/records.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Rules } from '../../routing/service.ts';
import { settingsOf } from './records.ts';
import { sidebarOf } from './sidebar.ts';

const idOf = (field: string, id: unknown): SettingsId => {
  const found = toSettingsId(id);
  // The API specification does not allow a number as a string.
  return found !== null && found === id ? found : refuse(422, 'INVALID_INPUT', `${field} must be an integer or a UUID`, { field });
};

export const rules: Rules<typeof contract> = {
  get({ includes = [] }, call) {
    const { pins: _, onboarding: __, ...settings } = settingsOf(call.world, call.user.id);
    const sidebar = sidebarOf(call);
    // The dashboard counts only memberships. The sidebar also lists organizations in which the user has only project roles.
    const counted = { organizations: countOrganizations(call.world, call.user.id) };
    return { sidebar, ...settings, ...(includes.includes('dashboard') && { dashboard: counted }) };
  },

  update(input, { world, user, unknown }) {
    // An incomplete pin request must not be treated as a change of settings.
    if (unknown.includes('setting_key'))
      refuse(422, 'INVALID_INPUT', 'Pinned projects need setting_key sidebar, organization_id and pinned_project_ids.', {
        field: 'setting_key',
      });
    const { theme, language, sidebar_open, current_organization_id: organization, current_project_id: project } = input;
    const changes = {
      ...(theme !== undefined && { theme }),
      ...(language !== undefined && { language }),
      ...(sidebar_open !== undefined && { sidebar_open }),
      ...(organization !== undefined && { current_organization_id: idOf('current_organization_id', organization) }),
      ...(project !== undefined && { current_project_id: idOf('current_project_id', project) }),
    };
    Object.assign(settingsOf(world, user.id), changes);
  },

  pin({ organization_id, pinned_project_ids }, call) {
    const { world, user } = call;
    const { organization } = asMember(call, String(idOf('organization_id', organization_id)));
    const { projects } = world.records(projectRecords);
    const isAccessible = (id: number): boolean => {
      const project = projects.get(String(id));
      return project?.organizationId === organization.id && roleIn(world, project, user.id) !== undefined;
    };
    if (!pinned_project_ids.every(isAccessible))
      refuse(422, 'INVALID_INPUT', 'Only projects in the organization that you have access to can be pinned.', {
        field: 'pinned_project_ids',
      });
    settingsOf(world, user.id).pins.set(organization.id, [...new Set(pinned_project_ids)]);
  },

  completeOnboardingStep({ stepId, value = true }, { world, user }) {
    settingsOf(world, user.id).onboarding.set(stepId, value);
  },
};
