import { createOrganizationsClient, type Organization as OrganizationData } from '@platform-sdk/organizations';
import { mutation, query } from '@platform-sdk/query';
import { useClient, usePermission } from '@platform-sdk/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page, Section } from '../components/page.tsx';
import { Invitations } from './organization/invitations.tsx';
import { Members } from './organization/members.tsx';
import { Projects } from './organization/projects.tsx';

/** Shows the projects, members and invitations of an organization. Disables the buttons of actions that the user may not perform. */
export const Organization = () => {
  const { organizationId = '' } = useParams();
  const organizations = useClient(createOrganizationsClient);
  const organization = useQuery(query(organizations.get, { organizationId }));
  const mayManage = usePermission(organization.data, 'organization.manageSettings') ?? false;
  return (
    <Page title={organization.data?.name ?? 'Organization'} above={<Link href="/">Organizations</Link>}>
      <Loaded query={organization}>
        {(data) => (
          <>
            {!mayManage && <p className="note">You may look at this organization, but not manage it.</p>}
            <Projects organization={data} />
            <Members organizationId={organizationId} mayManage={mayManage} />
            <Invitations organizationId={organizationId} mayManage={mayManage} />
            <Rename organization={data} mayManage={mayManage} />
          </>
        )}
      </Loaded>
    </Page>
  );
};

interface RenameProps {
  readonly organization: OrganizationData;
  readonly mayManage: boolean;
}

const Rename = ({ organization: { id: organizationId, name: current }, mayManage }: RenameProps) => {
  const organizations = useClient(createOrganizationsClient);
  const update = useMutation(mutation(organizations.update));
  return (
    <Section title="Name">
      <Form
        label="Name"
        action="Rename"
        isInline
        isForbidden={!mayManage}
        isBusy={update.isPending}
        error={update.error}
        onSubmit={({ name = '' }) => update.mutate({ organizationId, name })}
      >
        <Field key={current} label="New name" name="name" defaultValue={current} disabled={!mayManage} required />
      </Form>
    </Section>
  );
};
