import { createAgentPassesClient, type AgentPass, type AgentPassWithKey } from '@platform-sdk/agent-passes';
import { mutation, query } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';

interface Props {
  readonly organizationId: string;
  readonly projectId: string;
}

/** Shows the agent passes of a project. A new key is shown once. */
export const AgentPasses = ({ organizationId: orgId, projectId }: Props) => {
  const agentPasses = useClient(createAgentPassesClient);
  const list = useQuery(query(agentPasses.list, { orgId, projectId }));
  const [key, setKey] = useState<string>();
  const show = ({ meta }: AgentPassWithKey): void => setKey(meta?.secretKey ?? 'The response has no key: make a new one.');
  const create = useMutation({ ...mutation(agentPasses.create), gcTime: 0 });
  return (
    <Section title="Agent passes">
      {key !== undefined && <SecretOnce label="Key of the pass" secret={key} onDone={() => setKey(undefined)} />}
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">There are no passes.</p>
          ) : (
            <ul className="rows">
              {all.map((pass) => (
                <Pass key={pass.id} pass={pass} orgId={orgId} projectId={projectId} onKey={show} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Form
        label="New pass"
        action="Create pass"
        isInline
        isBusy={create.isPending}
        error={create.error}
        onSubmit={({ title = '' }, form) =>
          create.mutate(
            { orgId, projectId, title },
            {
              onSuccess: (pass) => {
                show(pass);
                form.reset();
                create.reset();
              },
            },
          )
        }
      >
        <Field label="Title of a new pass" name="title" required />
      </Form>
      <p>
        <Link href="/agents">Activity of agents</Link>
      </p>
    </Section>
  );
};

interface PassProps {
  readonly pass: AgentPass;
  readonly orgId: string;
  readonly projectId: string;
  readonly onKey: (rotated: AgentPassWithKey) => void;
}

const Pass = ({ pass: { id: passId, title = passId, active }, orgId, projectId, onKey }: PassProps) => {
  const agentPasses = useClient(createAgentPassesClient);
  const rotate = useMutation({ ...mutation(agentPasses.rotateKey), gcTime: 0 });
  const revoke = useMutation(mutation(agentPasses.revoke));
  const activate = useMutation(mutation(agentPasses.activate));
  const place = { orgId, projectId, passId };
  const isRevoked = active === false;
  const rotateKey = (): void =>
    rotate.mutate(place, {
      onSuccess: (rotated) => {
        onKey(rotated);
        rotate.reset();
      },
    });
  return (
    <li>
      <span>
        <strong>{title}</strong> <span className={isRevoked ? 'tag bad' : 'tag'}>{isRevoked ? 'revoked' : 'active'}</span>
      </span>
      <span className="actions">
        <ConfirmButton label="New key" subject={title} onConfirm={rotateKey} />
        {isRevoked ? (
          <button type="button" onClick={() => activate.mutate(place)}>
            Activate
          </button>
        ) : (
          <ConfirmButton label="Revoke" subject={title} onConfirm={() => revoke.mutate(place)} />
        )}
      </span>
      <Failure error={rotate.error ?? revoke.error ?? activate.error} />
    </li>
  );
};
