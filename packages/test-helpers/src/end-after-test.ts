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

/** The maximum wait for writes to a store that never responds. */
const LONGEST_MS = 1000;

/** Ends the sessions of a test's platforms, and waits for their writes. */
export const endPlatforms = async (): Promise<void> => {
  const ending = platforms.splice(0);
  for (const platform of ending) platform.dispose();
  const written = ending.map(({ session }) => (session as { readStore(): Promise<void> }).readStore());
  if (written.length === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise((resolve) => (timer = setTimeout(resolve, LONGEST_MS)));
  await Promise.race([Promise.allSettled(written), limit]);
  clearTimeout(timer);
};
