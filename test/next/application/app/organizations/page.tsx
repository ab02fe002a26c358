import { cookieTokenStore, hasErrorCode, refreshKey } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { platformOf } from '../../platform-of';

const Page = async () => {
  const jar = await cookies();
  const platform = platformOf(cookieTokenStore({ read: (name) => jar.get(name)?.value }));
  const organizations = await createOrganizationsClient(platform)
    .list()
    .catch(async (error: unknown) => {
      if (hasErrorCode(error, 'REFRESH_NEEDED')) redirect(`/organizations?refresh=${await refreshKey(platform)}`);
      throw error;
    });
  return <p>organizations: {organizations.length}</p>;
};
export default Page;
