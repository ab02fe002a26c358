import { createMemoryClient } from '@platform-sdk/memory';
import { infiniteQuery, mutation, query } from '@platform-sdk/query';
import { skipToken, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Listing } from '../../components/listing.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/page.tsx';
import { useRelayedClient } from '../../hooks/use-relayed-client.ts';
import { useQueryUser } from '../../hooks/use-query-user.ts';

/** Lists the user's memories. A search finds memories by their meaning. */
export const Memories = () => {
  const { memories } = useRelayedClient(createMemoryClient);
  const [wanted, setWanted] = useState('');
  const ofUser = useQueryUser();
  const list = useInfiniteQuery(infiniteQuery(memories.list, { limit: 20 }, ofUser));
  const found = useQuery(query(memories.search, wanted === '' ? skipToken : { query: wanted }, ofUser));
  const remove = useMutation(mutation(memories.remove));
  return (
    <Section title="Memories">
      <Form label="Find" action="Find" isInline onSubmit={({ text = '' }) => setWanted(text)}>
        <Field label="Find memories by their meaning" name="text" />
      </Form>
      {wanted !== '' && (
        <Loaded query={found}>
          {({ results }) => (
            <ul className="rows" aria-label="Found memories">
              {results.length === 0 && <li className="quiet">Nothing is alike.</li>}
              {results.map(({ id, content, similarity }) => (
                <li key={id}>
                  {content} <span className="tag">{Math.round(similarity * 100)} % alike</span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
      <Failure error={remove.error} />
      <Listing label="All memories" query={list} empty="Nothing is remembered yet.">
        {({ id, content }) => (
          <li key={id}>
            {content}
            <ConfirmButton label="Forget" subject={content} onConfirm={() => remove.mutate({ memory_id: id })} />
          </li>
        )}
      </Listing>
    </Section>
  );
};
