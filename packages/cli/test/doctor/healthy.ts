import { serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { afterAll } from 'vitest';
import { populatedPlatform, variablesOf } from '../drift/populated-platform.ts';

export interface Healthy {
  readonly local: LocalPlatform;
  readonly variables: Readonly<Record<string, string>>;
}

/** Serves a local platform for all tests of a file. Returns it with the variables that name its URLs and credentials. */
export const startHealthy = async (): Promise<Healthy> => {
  const populated = await populatedPlatform();
  const server = await serve(populated.local);
  afterAll(() => server.close());
  return { local: populated.local, variables: variablesOf(populated, server.origin) };
};
