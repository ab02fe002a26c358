import { anySignal, poll } from '@platform-sdk/core/internal';
import { expect, it } from 'vitest';

/** Returns a controller whose signal behaves like a signal of another realm. `AbortSignal.any` throws for such a signal. */
const foreignController = (): AbortController => {
  const own = new AbortController();
  const { signal } = own;
  const foreign = {
    get aborted() {
      return signal.aborted;
    },
    get reason(): unknown {
      return signal.reason as unknown;
    },
    addEventListener: signal.addEventListener.bind(signal),
    removeEventListener: signal.removeEventListener.bind(signal),
  };
  return { signal: foreign as unknown as AbortSignal, abort: (reason) => own.abort(reason) };
};

it.each(['own', 'foreign'] as const)(
  'aborts the joined signal when its %s signal aborts, although the foreign signal belongs to another realm',
  (aborting) => {
    const controllers = { own: new AbortController(), foreign: foreignController() };
    expect(() => AbortSignal.any([controllers.foreign.signal])).toThrow(TypeError);
    const joined = anySignal(controllers.own.signal, controllers.foreign.signal) as AbortSignal;
    expect(joined.aborted).toBe(false);
    controllers[aborting].abort('left');
    expect([joined.aborted, joined.reason]).toEqual([true, 'left']);
  },
);

it('returns an aborted signal if a signal of another realm is already aborted', () => {
  const { signal, abort } = foreignController();
  abort('left');
  expect(anySignal(new AbortController().signal, signal)).toMatchObject({ aborted: true, reason: 'left' });
});

it('stops polling when a signal of another realm aborts', async () => {
  const { signal, abort } = foreignController();
  const values: number[] = [];
  for await (const value of poll(async () => 1, { signal })) {
    values.push(value);
    abort();
  }
  expect(values).toEqual([1]);
});
