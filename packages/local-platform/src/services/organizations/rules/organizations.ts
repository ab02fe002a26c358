import type * as contract from '@platform-sdk/organizations/contract';
import type { UngroupedRules } from '../../../routing/service.ts';
import { createOrganization } from '../records.ts';
import {
  listedRole,
  memberResource,
  membershipResources,
  organizationResource,
  organizationsFor,
  projectResources,
  userResource,
} from '../resources.ts';
import { asAdmin, asMember, type Place } from '../roles.ts';

const resourceFor = ({ organization, membership }: Place) => organizationResource(organization, membership.role);

export const organizations: UngroupedRules<typeof contract> = {
  list(_, call) {
    const { world, user } = call;
    return organizationsFor(world, user.id).flatMap((organization) => {
      const role = listedRole(world, organization, user.id);
      if (!role) return [];
      const { id, members } = organization;
      const shown = members.has(user.id) ? [...members.keys()] : [user.id];
      const users = shown.map((userId) => userResource(world, userId));
      return { ...organizationResource(organization, role), users, projects: projectResources(call, id) };
    });
  },

  create({ name }, call) {
    const { id } = createOrganization(call.world, name, call.user.id);
    return resourceFor(asMember(call, id));
  },

  get({ organizationId, include = [] }, call) {
    const place = asMember(call, organizationId);
    const { organization } = place;
    return {
      ...resourceFor(place),
      ...(include.includes('users') && {
        users: [...organization.members.values()].map((membership) => memberResource(call.world, membership)),
      }),
      ...(include.includes('projects') && { projects: projectResources(call, organizationId) }),
      ...(include.includes('organization_memberships') && { organization_memberships: membershipResources(organization) }),
    };
  },

  update({ organizationId, name }, call) {
    const place = asAdmin(call, organizationId);
    place.organization.name = name;
    return resourceFor(place);
  },
};
