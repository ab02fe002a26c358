import { createOrganizationsClient } from '@platform-sdk/organizations';
import { mutation, query } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Failure } from './failure.tsx';
import { Section } from './page.tsx';

/** Shows the invitations that the user can accept or reject. Renders nothing without invitations. */
export const PendingInvitations = () => {
  const { me } = useClient(createOrganizationsClient);
  const { data } = useQuery(query(me.pendingInvitations));
  const accept = useMutation(mutation(me.acceptInvitation));
  const reject = useMutation(mutation(me.rejectInvitation));
  if (!data?.length) return null;
  return (
    <Section title="Invitations for you">
      <Failure error={accept.error ?? reject.error} />
      <ul className="rows">
        {data.map(({ id: invitationId, organizationName, orgRole }) => (
          <li key={invitationId}>
            <span>
              {organizationName ?? 'An organization'} <span className="tag">{orgRole}</span>
            </span>
            <span className="actions">
              <button type="button" className="primary" onClick={() => accept.mutate({ invitationId })}>
                Accept
              </button>
              <button type="button" onClick={() => reject.mutate({ invitationId })}>
                Reject
              </button>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
