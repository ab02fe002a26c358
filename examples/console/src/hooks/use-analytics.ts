import { createAnalyticsClient, type AnalyticsClient } from '@platform-sdk/analytics';
import { createPlatform } from '@platform-sdk/core';
import { usePlatform } from '@platform-sdk/react';
import { useMemo } from 'react';
import { createRelayFetch } from '../platform/create-page-platform.ts';

/** Never sent, as the traces need no session. Without a session of its own, a platform has none to wait for. */
const accessToken = (): string => 'none';

/** Returns the traces of a project. The server has its key pair: the one here is never sent. */
export const useAnalytics = (organizationId: string, projectId: string): AnalyticsClient => {
  const platform = usePlatform();
  return useMemo(
    () =>
      createAnalyticsClient(
        createPlatform({
          baseUrls: { analytics: `${location.origin}/relay/analytics/${organizationId}/${projectId}` },
          projectKeys: { publicKey: projectId, secretKey: 'of-the-server' },
          fetch: createRelayFetch(platform),
          accessToken,
          allowSecretsInBrowser: true,
        }),
      ),
    [platform, organizationId, projectId],
  );
};
