import { createMemoryClient } from '@platform-sdk/memory';
import { infiniteQuery, mutation } from '@platform-sdk/query';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { Failure } from '../components/failure.tsx';
import { Listing } from '../components/listing.tsx';
import { Page, Section } from '../components/page.tsx';
import { useRelayedClient } from '../hooks/use-relayed-client.ts';
import { useQueryUser } from '../hooks/use-query-user.ts';
import { Duplicates } from './memory/duplicates.tsx';
import { Memories } from './memory/memories.tsx';

/** Shows conversations, memories and duplicate memories. */
export const Memory = () => {
  const { sessions } = useRelayedClient(createMemoryClient);
  const [, goTo] = useLocation();
  const list = useInfiniteQuery(infiniteQuery(sessions.list, { limit: 20 }, useQueryUser()));
  const create = useMutation(mutation(sessions.create));
  const begin = (): void => create.mutate({}, { onSuccess: ({ session_id }) => goTo(`/memory/${session_id}`) });
  return (
    <Page title="Memory">
      <Section title="Conversations">
        <p>
          <button type="button" className="primary" aria-busy={create.isPending} onClick={begin}>
            New conversation
          </button>
        </p>
        <Failure error={create.error} />
        <Listing label="Conversations" query={list} empty="There are no conversations.">
          {({ session_id, title, created_at, message_count }) => (
            <li key={session_id}>
              <Link href={`/memory/${session_id}`}>{title ?? `Conversation ${session_id.slice(0, 8)}`}</Link>
              <span className="quiet">
                {message_count !== undefined && `${message_count} messages, `}
                {created_at && new Date(created_at).toLocaleString()}
              </span>
            </li>
          )}
        </Listing>
      </Section>
      <Memories />
      <Duplicates />
    </Page>
  );
};
