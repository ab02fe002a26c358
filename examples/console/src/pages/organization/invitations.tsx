import { createOrganizationsClient, type OrganizationInvitationRole } from '@platform-sdk/organizations';
import { mutation, query } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Choice, Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';

interface Props {
  readonly organizationId: string;
  readonly mayManage: boolean;
}

/** Shows the open invitations of an organization. */
export const Invitations = ({ organizationId, mayManage }: Props) => {
  const { invitations } = useClient(createOrganizationsClient);
  const list = useQuery(query(invitations.list, { organizationId }));
  const resend = useMutation(mutation(invitations.resend));
  const remove = useMutation(mutation(invitations.remove));
  return (
    <Section title="Invitations">
      <Failure error={resend.error ?? remove.error} />
      {resend.isSuccess && <p role="status">The invitation is on its way again.</p>}
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">Nobody is invited.</p>
          ) : (
            <ul className="rows">
              {all.map(({ id: invitationId, email, orgRole }) => (
                <li key={invitationId}>
                  <span>
                    {email} <span className="tag">{orgRole}</span>
                  </span>
                  <span className="actions">
                    <button type="button" disabled={!mayManage} onClick={() => resend.mutate({ organizationId, invitationId })}>
                      Send again
                    </button>
                    <ConfirmButton
                      label="Withdraw"
                      subject={email}
                      isDisabled={!mayManage}
                      onConfirm={() => remove.mutate({ organizationId, invitationId })}
                    />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Invite organizationId={organizationId} mayManage={mayManage} />
    </Section>
  );
};

const Invite = ({ organizationId, mayManage }: Props) => {
  const organizations = useClient(createOrganizationsClient);
  const invite = useMutation(mutation(organizations.invite));
  return (
    <>
      <Form
        label="Invite"
        action="Invite"
        isInline
        isForbidden={!mayManage}
        isBusy={invite.isPending}
        error={invite.error}
        onSubmit={({ email = '', role = '' }, form) => {
          invite.mutate({ organizationId, email, orgRole: role as OrganizationInvitationRole }, { onSuccess: () => form.reset() });
        }}
      >
        <Field label="E-mail" name="email" type="email" required disabled={!mayManage} />
        <Choice label="Role" name="role" defaultValue="member" disabled={!mayManage}>
          {['admin', 'member', 'viewer'].map((role) => (
            <option key={role}>{role}</option>
          ))}
        </Choice>
      </Form>
      {invite.data && (
        <p role="status">{invite.data.outcome === 'added' ? 'They have an account and are a member now.' : 'The invitation is sent.'}</p>
      )}
    </>
  );
};
