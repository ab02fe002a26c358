import { createOrganizationsClient } from '@platform-sdk/organizations';
import { platformOfPage, redirectFrom } from '../../platform';

const Page = async () => {
  const platform = await platformOfPage();
  const organizations = await createOrganizationsClient(platform)
    .list()
    .catch((error: unknown) => redirectFrom(error, platform, '/organizations'));
  return <p>organizations: {organizations.length}</p>;
};

export default Page;
