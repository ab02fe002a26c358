import { PlatformProvider } from '@platform-sdk/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { RelayedPlatform } from './hooks/use-relayed-client.ts';
import { showLastTheme } from './hooks/use-theme.ts';
import { readConfig } from './platform/config.ts';
import { createPagePlatform, createRelayedPlatform } from './platform/create-page-platform.ts';

const start = async (element: HTMLElement): Promise<void> => {
  showLastTheme();
  const platform = createPagePlatform(readConfig());
  const relayed = createRelayedPlatform(platform);
  const queryClient = new QueryClient();
  // Reads the session before the first render, so that every query is rendered only once.
  await platform.session.get().catch(() => undefined);
  createRoot(element).render(
    <StrictMode>
      <PlatformProvider platform={platform}>
        <RelayedPlatform value={relayed}>
          <QueryClientProvider client={queryClient}>
            <App />
          </QueryClientProvider>
        </RelayedPlatform>
      </PlatformProvider>
    </StrictMode>,
  );
};

const root = document.getElementById('root');
if (root) void start(root);
