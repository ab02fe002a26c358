import { createOrganizationsClient } from '@platform-sdk/organizations';
import { platformOfHandler, redirectFrom } from '../../platform';

/** A page with the store of route handlers, whose `write` throws in a server component. */
const Page = async () => {
  const platform = await platformOfHandler();
  const organizations = await createOrganizationsClient(platform)
    .list()
    .catch((error: unknown) => redirectFrom(error, platform, '/with-write'));
  return <p>organizations: {organizations.length}</p>;
};

export default Page;
