import { createProjectsClient, type ProjectApiKey } from '@platform-sdk/projects';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { mutation, query } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';

interface Place {
  readonly organizationId: string;
  readonly projectId: string;
}

/** Shows the API keys of a project. The secret of a new key is shown once. */
export const ApiKeys = ({ organizationId, projectId }: Place) => {
  const organizations = useClient(createOrganizationsClient);
  const { apiKeys } = useClient(createProjectsClient);
  const list = useQuery({
    ...query(organizations.apiKeys.list, { organizationId }),
    select: (all) => all.filter((key) => key.projectId === undefined || key.projectId === projectId),
  });
  const remove = useMutation(mutation(apiKeys.remove));
  return (
    <Section title="API keys">
      <Failure error={remove.error} />
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">There are no keys.</p>
          ) : (
            <ul className="rows">
              {all.map(({ id: apiKeyId, publicKey, note }) => (
                <li key={apiKeyId}>
                  <span>
                    <strong>{note ?? 'Without a label'}</strong>
                    <code className="quiet">{publicKey}</code>
                  </span>
                  <ConfirmButton
                    label="Remove"
                    subject={note ?? publicKey}
                    onConfirm={() => remove.mutate({ organizationId, projectId, apiKeyId })}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewKey organizationId={organizationId} projectId={projectId} />
    </Section>
  );
};

const NewKey = ({ organizationId, projectId }: Place) => {
  const { apiKeys } = useClient(createProjectsClient);
  const [issued, setIssued] = useState<ProjectApiKey>();
  // `gcTime: 0` removes the result from the cache, because it contains the secret.
  const create = useMutation({ ...mutation(apiKeys.create), gcTime: 0 });
  const submit = (note: string, form: HTMLFormElement): void =>
    create.mutate(
      { organizationId, projectId, note },
      {
        onSuccess: (key) => {
          setIssued(key);
          form.reset();
          create.reset();
        },
      },
    );
  return (
    <>
      {issued && (
        <SecretOnce
          label="Secret key"
          secret={issued.meta?.secretKey ?? 'The response has no secret: remove the key, and create another.'}
          onDone={() => setIssued(undefined)}
        />
      )}
      <Form
        label="New key"
        action="Create key"
        isInline
        isBusy={create.isPending}
        error={create.error}
        onSubmit={({ note = '' }, form) => submit(note, form)}
      >
        <Field label="Label of a new key" name="note" required />
      </Form>
    </>
  );
};
