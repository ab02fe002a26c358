import { createMemoryClient } from '@platform-sdk/memory';
import { mutation, query } from '@platform-sdk/query';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';
import { useRelayedClient } from '../../hooks/use-relayed-client.ts';
import { useQueryUser } from '../../hooks/use-query-user.ts';

/** Shows groups of memories with the same meaning. Merging keeps one memory of each group. */
export const Duplicates = () => {
  const { memories } = useRelayedClient(createMemoryClient);
  const duplicates = useQuery(query(memories.duplicates, {}, useQueryUser()));
  const merge = useMutation(mutation(memories.deduplicate));
  return (
    <Section title="Duplicates">
      <Failure error={merge.error} />
      {merge.data && <p role="status">{merge.data.deleted_count} memories were removed.</p>}
      <Loaded query={duplicates}>
        {({ groups, total_duplicates }) => (
          <>
            {groups.length === 0 && <p className="quiet">No two memories have the same meaning.</p>}
            <ul className="tree">
              {groups.map(({ canonical_id, canonical_content, duplicates: others }) => (
                <li key={canonical_id}>
                  {canonical_content}
                  <ul>
                    {others.map(({ id, content }) => (
                      <li key={id} className="quiet">
                        {content}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
            {groups.length > 0 && (
              <p>
                <ConfirmButton label="Merge" subject={`${total_duplicates} duplicates`} onConfirm={() => merge.mutate({})} />
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
};
