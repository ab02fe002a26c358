import { createOrganizationsClient, ORGANIZATION_ROLES, type OrganizationMember, type OrganizationRole } from '@platform-sdk/organizations';
import { mutation, query } from '@platform-sdk/query';
import { useClient, useSession } from '@platform-sdk/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';

interface Props {
  readonly organizationId: string;
  readonly mayManage: boolean;
}

const nameOf = ({ firstName, lastName, email, id }: OrganizationMember): string =>
  [firstName, lastName].filter(Boolean).join(' ') || (email ?? id);

/** Shows the members of an organization with their roles. */
export const Members = ({ organizationId, mayManage }: Props) => {
  const { members } = useClient(createOrganizationsClient);
  const { user } = useSession();
  const list = useQuery(query(members.list, { organizationId }));
  const updateRole = useMutation(mutation(members.updateRole));
  const remove = useMutation(mutation(members.remove));
  return (
    <Section title="Members">
      <Failure error={updateRole.error ?? remove.error} />
      <Loaded query={list}>
        {(all) => (
          <ul className="rows">
            {all.map((member) => (
              <li key={member.id}>
                <span>
                  <strong>{nameOf(member)}</strong>
                  <span className="quiet">{member.email}</span>
                </span>
                <span className="actions">
                  <select
                    aria-label={`Role of ${nameOf(member)}`}
                    value={member.role ?? ''}
                    disabled={!mayManage || member.id === user?.id}
                    onChange={({ target }) =>
                      updateRole.mutate({ organizationId, userId: member.id, role: target.value as OrganizationRole })
                    }
                  >
                    {ORGANIZATION_ROLES.map((role) => (
                      <option key={role} value={role}>
                        {role.toLowerCase()}
                      </option>
                    ))}
                  </select>
                  <ConfirmButton
                    label="Remove"
                    subject={nameOf(member)}
                    isDisabled={!mayManage || member.id === user?.id}
                    onConfirm={() => remove.mutate({ organizationId, userId: member.id })}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
};
