import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { query } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { FirstOf } from '../components/first-of.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page, Section } from '../components/page.tsx';

/** Lets the user choose a project whose traces are shown. */
export const Traces = () => {
  const organizations = useClient(createOrganizationsClient);
  const list = useQuery(query(organizations.list));
  return (
    <Page title="Traces">
      <p className="quiet">Choose a project.</p>
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">You are in no organization.</p>
          ) : (
            <FirstOf items={all} step={20}>
              {({ id, name }) => <ProjectLinks key={id} organizationId={id} name={name} />}
            </FirstOf>
          )
        }
      </Loaded>
    </Page>
  );
};

const ProjectLinks = ({ organizationId, name }: { readonly organizationId: string; readonly name: string }) => {
  const projects = useClient(createProjectsClient);
  const list = useQuery(query(projects.list, { organizationId }));
  return (
    <Section title={name}>
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">There are no projects.</p>
          ) : (
            <ul className="cards">
              {all.map(({ id, name: project }) => (
                <li key={id}>
                  <Link href={`/traces/${organizationId}/${id}`}>{project}</Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
};
