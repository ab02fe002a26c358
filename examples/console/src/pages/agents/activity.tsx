import { createAgentPassesClient, type ActivityFormat } from '@platform-sdk/agent-passes';
import { infiniteQuery } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Failure } from '../../components/failure.tsx';
import { Listing } from '../../components/listing.tsx';
import { Section } from '../../components/page.tsx';
import { saveBlob } from '../../components/save-blob.ts';

const FORMATS: readonly ActivityFormat[] = ['csv', 'json', 'jsonl'];

/** Shows the activity log of an agent page by page, and downloads the log as a file. */
export const Activity = ({ agent_user_id }: { readonly agent_user_id: string }) => {
  const { activity } = useClient(createAgentPassesClient);
  const log = useInfiniteQuery(infiniteQuery(activity.list, { agent_user_id }));
  const download = useMutation({
    mutationFn: async (format: ActivityFormat) => {
      const file = await activity.export({ agent_user_id, format });
      saveBlob(await file.blob(), file.name);
    },
  });
  return (
    <Section title="Log">
      <p className="actions">
        {FORMATS.map((format) => (
          <button key={format} type="button" onClick={() => download.mutate(format)}>
            Save as {format}
          </button>
        ))}
      </p>
      <Failure error={download.error} />
      <Listing label="Requests" query={log} empty="The agent has sent no requests.">
        {({ started_at, endpoint, http_method, status_code, duration_ms, success }, index) => (
          <li key={`${started_at} ${index}`}>
            <span>
              <code>
                {http_method} {endpoint}
              </code>
              <span className="quiet">{new Date(started_at).toLocaleString()}</span>
            </span>
            <span>
              <span className={success ? 'tag' : 'tag bad'}>{status_code}</span> {duration_ms} ms
            </span>
          </li>
        )}
      </Listing>
    </Section>
  );
};
