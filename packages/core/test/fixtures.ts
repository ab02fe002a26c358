import { createPlatform, type Client, type LogEvent, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { endAfterTest, tokens, type RecordingFetch } from '@platform-sdk/test-helpers';

export { jwt, passed, sessionDocument, settled, shortenWaits, standingClock, tokens, untilSent } from '@platform-sdk/test-helpers';

export const baseUrl = 'https://api.test/v1';

/** The client of a test, its platform and the events that were logged. */
export interface Bench<Contract> {
  readonly client: Client<Contract>;
  readonly platform: Platform;
  readonly events: LogEvent[];
}

export const benchOf = <Contract extends object>(
  contract: Contract,
  wire: RecordingFetch,
  options: PlatformOptions = {},
): Bench<Contract> => {
  const events: LogEvent[] = [];
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: 'https://auth.test/v1', organizations: baseUrl },
    fetch: wire.fetch,
    logger: (event) => events.push(event),
    ...options,
  });
  if (options.session?.store) endAfterTest(platform);
  return { platform, events, client: createClient({ name: 'notes', base: 'organizations' }, contract, platform) };
};

/** Creates a bench whose user is signed in with the tokens `a`. */
export const signedInBench = async <Contract extends object>(...given: Parameters<typeof benchOf<Contract>>): Promise<Bench<Contract>> => {
  const bench = benchOf(...given);
  await bench.platform.session.set(tokens('a'));
  return bench;
};
