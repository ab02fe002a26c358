import { createAnalyticsClient, type AnalyticsClient } from '@platform-sdk/analytics';
import { usePlatform } from '@platform-sdk/react';
import { useMemo } from 'react';
import { createRelayFetch } from '../platform/create-page-platform.ts';

/** Returns the traces of a project. The server has its key pair: the one here is never sent. */
export const useAnalytics = (organizationId: string, projectId: string): AnalyticsClient => {
  const platform = usePlatform();
  return useMemo(
    () =>
      createAnalyticsClient({
        baseUrl: `${location.origin}/relay/analytics/${organizationId}/${projectId}`,
        projectKeys: { publicKey: projectId, secretKey: 'of-the-server' },
        fetch: createRelayFetch(platform),
        allowSecretsInBrowser: true,
      }),
    [platform, organizationId, projectId],
  );
};
