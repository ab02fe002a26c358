/** Fixes the time and random values while examples run. Without fixed values, the recordings would change with every build. */

const NOW = Date.UTC(2026, 0, 15, 9);

/** Returns a function that fills bytes with the same values in every run. */
export const countingBytes = (): (<Bytes extends Uint8Array>(bytes: Bytes) => Bytes) => {
  let state = 1;
  return (bytes) => {
    for (const index of bytes.keys()) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[index] = state >>> 24;
    }
    return bytes;
  };
};

/** Fixes the clock and the random values of this process. Returns a function that restores the clock and the random values. */
export const fixValues = (): (() => void) => {
  const RealDate = globalThis.Date;
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  const randomUUID = crypto.randomUUID.bind(crypto);
  const fill = countingBytes();
  let count = 0;
  // oxlint-disable-next-line no-extend-native -- only while an example runs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values: readonly unknown[]) =>
      values.length === 0 ? new target(NOW) : (Reflect.construct(target, values) as Date),
    get: (target, name, receiver) => (name === 'now' ? () => NOW : (Reflect.get(target, name, receiver) as unknown)),
  });
  crypto.getRandomValues = (view) => {
    fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    return view;
  };
  crypto.randomUUID = () => `00000000-0000-4000-9000-${String((count += 1)).padStart(12, '0')}`;
  const { subtle } = crypto;
  const generateKey = subtle.generateKey.bind(subtle);
  const fixedKey = (algorithm: AlgorithmIdentifier, ...rest: [boolean, KeyUsage[]]): Promise<unknown> =>
    typeof algorithm === 'object' && algorithm.name === 'AES-GCM'
      ? subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', ...rest)
      : generateKey(algorithm, ...rest);
  subtle.generateKey = fixedKey as typeof subtle.generateKey;
  return () => {
    globalThis.Date = RealDate;
    crypto.getRandomValues = getRandomValues;
    crypto.randomUUID = randomUUID;
    subtle.generateKey = generateKey;
  };
};
