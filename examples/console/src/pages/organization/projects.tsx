import type { Organization } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { mutation, query } from '@platform-sdk/query';
import { useClient, usePermission } from '@platform-sdk/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';

/** Shows the projects of an organization. */
export const Projects = ({ organization }: { readonly organization: Organization }) => {
  const { id: organizationId } = organization;
  const projects = useClient(createProjectsClient);
  const list = useQuery(query(projects.list, { organizationId }));
  const create = useMutation(mutation(projects.create));
  const mayCreate = usePermission(organization, 'project.create') ?? false;
  return (
    <Section title="Projects">
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">There are no projects.</p>
          ) : (
            <ul className="cards">
              {all.map(({ id, name, is_default }) => (
                <li key={id}>
                  <Link href={`/organizations/${organizationId}/projects/${id}`}>{name}</Link>
                  {is_default && <span className="tag">default</span>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Form
        label="New project"
        action="Create project"
        isInline
        isForbidden={!mayCreate}
        isBusy={create.isPending}
        error={create.error}
        onSubmit={({ name = '' }, form) => create.mutate({ organizationId, name }, { onSuccess: () => form.reset() })}
      >
        <Field label="New project" name="name" required disabled={!mayCreate} />
      </Form>
    </Section>
  );
};
