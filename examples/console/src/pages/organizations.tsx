import { createOrganizationsClient } from '@platform-sdk/organizations';
import { mutation, query } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page, Section } from '../components/page.tsx';
import { PendingInvitations } from '../components/pending-invitations.tsx';

/** Shows the user's organizations, and invitations to other organizations. */
export const Organizations = () => {
  const organizations = useClient(createOrganizationsClient);
  const list = useQuery(query(organizations.list));
  const create = useMutation(mutation(organizations.create));
  return (
    <Page title="Organizations">
      <PendingInvitations />
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">You are in no organization. Create one, or accept an invitation.</p>
          ) : (
            <ul className="cards">
              {all.map(({ id, name, currentUserRole }) => (
                <li key={id}>
                  <Link href={`/organizations/${id}`}>{name}</Link>
                  <span className="tag">{currentUserRole?.toLowerCase()}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Section title="New organization">
        <Form
          label="New organization"
          action="Create"
          isInline
          isBusy={create.isPending}
          error={create.error}
          onSubmit={({ name = '' }, form) => create.mutate({ name }, { onSuccess: () => form.reset() })}
        >
          <Field label="Name" name="name" required />
        </Form>
      </Section>
    </Page>
  );
};
