import { createOrganizationsClient } from '@platform-sdk/organizations';
import { platformOfHandler } from '../../../platform';

export const GET = async () => {
  const organizations = await createOrganizationsClient(
    await platformOfHandler(),
  ).list();
  return new Response(`organizations: ${organizations.length}`);
};
