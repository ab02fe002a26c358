import { createProjectsClient } from '@platform-sdk/projects';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { mutation, query } from '@platform-sdk/query';
import { useClient, usePermission } from '@platform-sdk/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'wouter';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { Failure } from '../components/failure.tsx';
import { Page, Section } from '../components/page.tsx';
import { AgentPasses } from './project/agent-passes.tsx';
import { ApiKeys } from './project/api-keys.tsx';

/** Shows the keys and agent passes of a project. */
export const Project = () => {
  const { organizationId = '', projectId = '' } = useParams();
  const organizations = useClient(createOrganizationsClient);
  const projects = useClient(createProjectsClient);
  const organization = useQuery(query(organizations.get, { organizationId }));
  const project = useQuery(query(projects.get, { organizationId, projectId }));
  const name = project.data?.name ?? 'Project';
  const mayManage = usePermission(organization.data, 'organization.manageSettings') ?? false;
  const above = (
    <>
      <Link href="/">Organizations</Link>
      <Link href={`/organizations/${organizationId}`}>{organization.data?.name ?? 'Organization'}</Link>
    </>
  );
  return (
    <Page title={name} above={above}>
      <Failure error={project.error} onRetry={() => void project.refetch()} />
      <p>
        <Link href={`/traces/${organizationId}/${projectId}`}>Traces of this project</Link>
      </p>
      <ApiKeys organizationId={organizationId} projectId={projectId} />
      <AgentPasses organizationId={organizationId} projectId={projectId} />
      <Remove organizationId={organizationId} projectId={projectId} name={name} mayManage={mayManage} />
    </Page>
  );
};

interface RemoveProps {
  readonly organizationId: string;
  readonly projectId: string;
  readonly name: string;
  readonly mayManage: boolean;
}

const Remove = ({ organizationId, projectId, name, mayManage }: RemoveProps) => {
  const projects = useClient(createProjectsClient);
  const remove = useMutation(mutation(projects.remove));
  const [, goTo] = useLocation();
  const confirm = (): void =>
    remove.mutate({ organizationId, projectId }, { onSuccess: () => goTo(`/organizations/${organizationId}`, { replace: true }) });
  return (
    <Section title="Remove the project">
      <p className="quiet">Its keys stop working at once.</p>
      <Failure error={remove.error} />
      <p>
        <ConfirmButton label="Remove" subject={name} isDisabled={!mayManage} onConfirm={confirm} />
      </p>
    </Section>
  );
};
