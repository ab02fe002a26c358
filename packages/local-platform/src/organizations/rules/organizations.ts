import type * as contract from '@platform-sdk/organizations/contract';
import type { UngroupedRules } from '../../routing/service.ts';
import { createOrganization, organizationsOf } from '../records.ts';
import { memberResource, membershipResources, organizationResource, projectResources, userResource } from '../resources.ts';
import { asAdmin, asMember, placeIn } from '../roles.ts';

export const organizations: UngroupedRules<typeof contract> = {
  list(_, call) {
    const { world, user } = call;
    return call.list(organizationsOf(world, user.id), (organization) => {
      const place = placeIn(organization, user.id);
      if (!place) return undefined;
      const { id, members } = organization;
      const users = call.list([...members.keys()], (userId) => userResource(world, userId));
      return { ...organizationResource(place), users, projects: projectResources(call, id) };
    });
  },

  create({ name }, call) {
    const { id } = createOrganization(call.world, name, call.user.id);
    return organizationResource(asMember(call, id));
  },

  get({ organizationId, include = [] }, call) {
    const place = asMember(call, organizationId);
    const { organization } = place;
    return {
      ...organizationResource(place),
      ...(include.includes('users') && {
        users: call.list([...organization.members.values()], (membership) => memberResource(call.world, membership)),
      }),
      ...(include.includes('projects') && { projects: projectResources(call, organizationId) }),
      ...(include.includes('organization_memberships') && { organization_memberships: membershipResources(call, organization) }),
    };
  },

  update({ organizationId, name }, call) {
    const place = asAdmin(call, organizationId);
    place.organization.name = name;
    return organizationResource(place);
  },
};
