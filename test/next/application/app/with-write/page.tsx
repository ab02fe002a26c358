import { createOrganizationsClient } from '@platform-sdk/organizations';
import { refreshKey } from '@platform-sdk/core';
import { hasErrorCode } from '@platform-sdk/core';
import { redirect } from 'next/navigation';
import { platformOfHandler } from '../../platform-of-handler';

/** A page with the store of route handlers, whose `write` throws in a server component. */
const Page = async () => {
  const platform = await platformOfHandler();
  const organizations = await createOrganizationsClient(platform)
    .list()
    .catch(async (error: unknown) => {
      if (hasErrorCode(error, 'REFRESH_NEEDED')) redirect(`/with-write?refresh=${await refreshKey(platform)}`);
      throw error;
    });
  return <p>organizations: {organizations.length}</p>;
};
export default Page;
