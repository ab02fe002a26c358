/** A platform whose session may still write to its store when its test has ended. */
interface Ending {
  dispose(): void;
  readonly session: object;
}

// The test files of a worker share this list. It is global, because each file loads the setup file again.
const shared = globalThis as { endingPlatforms?: Ending[] };
const platforms = (shared.endingPlatforms ??= []);

/** Ends the session of a platform after the test. Otherwise, the session's writes would set fake timers in later tests. */
export const endAfterTest = (platform: Ending): void => void platforms.push(platform);

/** The maximum wait for the writes of a session. A busy machine needs several seconds, because a session repeats a write up to twelve times. */
const LONGEST_MS = 9000;

/** Ends the sessions of a test's platforms, and waits for their writes. Throws if they continue, because they would disturb later tests. */
export const endPlatforms = async (): Promise<void> => {
  const ending = platforms.splice(0);
  for (const platform of ending) platform.dispose();
  const written = ending.map(({ session }) => (session as { readStore(): Promise<void> }).readStore());
  if (written.length === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`A session still writes ${LONGEST_MS} ms after its test.`)), LONGEST_MS);
  });
  await Promise.race([Promise.allSettled(written), limit]).finally(() => clearTimeout(timer));
};
