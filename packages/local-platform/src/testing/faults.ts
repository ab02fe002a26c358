import type { AnyOperation } from '@platform-sdk/core/contract';
import type { Fault } from '../faults/faults.ts';

/** A fault that a sweep tries at a call. */
export interface SweepFault {
  readonly name: string;
  /** The rest of a sentence that begins with `if` and the name of the call. */
  readonly about: string;
  /** Returns whether the fault makes sense for the operation, according to its contract. */
  readonly suits: (operation: AnyOperation) => boolean;
  readonly fault?: Pick<Fault, 'failure' | 'status' | 'headers' | 'applied'>;
  /** If true, the access token expires before the call, because the clock moves forward. */
  readonly expires?: true;
  /** If true, the process of the journey ends at the call, and the journey starts again. */
  readonly ends?: true;
}

const always = (): boolean => true;
/** Returns whether an operation changes data. Reads are safe, so a repeated read doubles nothing. */
const isWrite = ({ retry }: AnyOperation): boolean => retry !== 'safe';
const needsCredentials = ({ credentials }: AnyOperation): boolean => credentials !== 'none';
const needsSession = ({ credentials }: AnyOperation): boolean => credentials === 'user';
const mayCost = ({ billed, errors = [] }: AnyOperation): boolean => billed === true || errors.includes(402);
const hasBody = ({ status }: AnyOperation): boolean => status !== 204;

export const sweepFaults: readonly SweepFault[] = [
  { name: 'refused', about: 'finds no connection', suits: always, fault: { failure: 'refused' } },
  { name: 'lost', about: 'loses its response', suits: isWrite, fault: { failure: 'reset', applied: true } },
  { name: '401', about: 'gets a 401', suits: needsCredentials, fault: { status: 401 } },
  { name: '402', about: 'gets a 402', suits: mayCost, fault: { status: 402 } },
  { name: '403', about: 'gets a 403', suits: needsCredentials, fault: { status: 403 } },
  { name: '429', about: 'gets a 429', suits: always, fault: { status: 429 } },
  {
    name: '429-retry-after',
    about: 'gets a 429 with Retry-After',
    suits: always,
    fault: { status: 429, headers: { 'retry-after': '2' } },
  },
  { name: '503', about: 'gets a 503', suits: always, fault: { status: 503 } },
  { name: '503-done', about: 'gets a 503 after it was done', suits: isWrite, fault: { status: 503, applied: true } },
  { name: 'html', about: 'gets an HTML page', suits: always, fault: { failure: 'html' } },
  { name: 'cut', about: 'gets half a response', suits: hasBody, fault: { failure: 'truncated-body' } },
  { name: 'stalled', about: 'gets a response that stalls', suits: hasBody, fault: { failure: 'stall-body' } },
  { name: 'expired', about: 'comes after the token has expired', suits: needsSession, expires: true },
  { name: 'ended', about: 'is not sent, because the process ends, and the journey starts again', suits: isWrite, ends: true },
  {
    name: 'ended-done',
    about: 'is done when the process ends, and the journey starts again',
    suits: isWrite,
    fault: { applied: true },
    ends: true,
  },
];

/** The name of the fault that ends the process when the journey returns. */
export const END = 'exited';
/** The id that cells use as the call of this fault. */
export const JOURNEY = 'journey';
