/** Gives the reader control of the inbox, the clock and the faults of a run's platforms. */
import type { Fault, LocalPlatform } from '@platform-sdk/local-platform';
import type { ArmedFault, FaultWay, FromWorker } from '../messages.ts';

export interface Controls {
  /** Gives a platform the faults of the reader, and reports its mail and its clock. */
  attach(local: LocalPlatform): void;
  addFault(fault: ArmedFault): void;
  removeFault(id: number): void;
  advance(ms: number): void;
}

const WAYS: Readonly<Record<FaultWay, Fault>> = {
  lost: { failure: 'reset', applied: true },
  reset: { failure: 'reset' },
  unavailable: { status: 503 },
  'rate-limited': { status: 429, headers: { 'Retry-After': '1' } },
  'truncated-body': { failure: 'truncated-body' },
  'reset-body': { failure: 'reset-body' },
  'stall-body': { failure: 'stall-body' },
  html: { failure: 'html' },
};

export const createControls = (post: (message: FromWorker) => void): Controls => {
  const faults = new Map<number, ArmedFault>();
  const removals = new Map<number, (() => void)[]>();
  const platforms: LocalPlatform[] = [];

  const arm = (local: LocalPlatform, { id, way, operation }: ArmedFault): void => {
    const match = (): boolean => {
      // Another platform of the run may have used the fault already.
      const isUnused = faults.delete(id);
      if (isUnused) post({ type: 'fault-used', id });
      return isUnused;
    };
    const remove = local.faults.add({ ...WAYS[way], match, ...(operation === undefined ? {} : { operation }) });
    removals.set(id, [...(removals.get(id) ?? []), remove]);
  };
  const showClock = (local: LocalPlatform): void => post({ type: 'clock', now: local.clock.now() });

  return {
    attach(local) {
      platforms.push(local);
      for (const fault of faults.values()) arm(local, fault);
      local.inbox.subscribe(({ to, text, code, token }) => {
        const secret = code ?? token;
        post({ type: 'mail', mail: { to, text, ...(secret === undefined ? {} : { code: secret }) } });
      });
      showClock(local);
    },
    addFault(fault) {
      faults.set(fault.id, fault);
      for (const local of platforms) arm(local, fault);
    },
    removeFault(id) {
      faults.delete(id);
      for (const remove of removals.get(id) ?? []) remove();
    },
    advance(ms) {
      for (const local of platforms) local.clock.advance(ms);
      const last = platforms.at(-1);
      if (last) showClock(last);
    },
  };
};
