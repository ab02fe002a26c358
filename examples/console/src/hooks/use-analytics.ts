import { createAnalyticsClient, type AnalyticsClient } from '@platform-sdk/analytics';
import { createPlatform } from '@platform-sdk/core';
import { usePlatform } from '@platform-sdk/react';
import { useMemo } from 'react';
import { createRelayFetch } from '../platform/create-page-platform.ts';

/** A placeholder, so that calls do not wait for a session. It is never sent, because traces do not use the session. */
const accessToken = (): string => 'none';

/** Returns a client for the traces of a project. Its key pair is a placeholder, which is never sent. The server has the real key pair. */
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
