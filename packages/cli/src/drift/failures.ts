import { errorFormOf, type ErrorForm } from './error-form.ts';
import type { Expected } from './expected.ts';
import { mediaType } from './headers.ts';
import { hasUnknownCode } from './judge.ts';
import type { OperationRecord, Refusal } from './record.ts';
import { shapeOf, type Shape } from './shape.ts';

/** A failed call, without the values of its response. */
export interface FailureReport {
  /** The mistake in the request. `nothing` means that the call should have succeeded. */
  readonly provokedBy: Refusal['probe'] | 'nothing';
  readonly status: number;
  readonly form: ErrorForm;
  readonly contentType: string;
  /** True if the contract does not list this code, although it lists the codes of such failures. */
  readonly unknownCode?: true;
  readonly shape: Shape;
}

const OPEN: Expected = { types: [], optional: true, fields: {} };

/** The objects of error bodies whose keys are field names. In other objects, keys can be data. */
const ERROR_BODY: Expected = {
  ...OPEN,
  fields: {
    errors: { types: [], optional: true, items: { ...OPEN, fields: { source: OPEN } } },
    error: OPEN,
    detail: { types: [], optional: true, items: OPEN },
  },
};

/** Returns the failures of an operation. Merges failures with the same mistake, status and format. */
export const failuresOf = ({ named, failures, refusals }: OperationRecord): FailureReport[] => {
  const all = [
    ...failures.map((sample) => ({ provokedBy: 'nothing' as const, sample })),
    ...refusals.filter(({ sample }) => sample.status >= 400).map(({ probe, sample }) => ({ provokedBy: probe, sample })),
  ];
  const keyOf = ({ provokedBy, sample }: (typeof all)[number]): string => `${provokedBy} ${sample.status} ${errorFormOf(sample.document)}`;
  return [...new Map(all.map((each) => [keyOf(each), each]))].map(([key, { provokedBy, sample }]): FailureReport => {
    const { status, headers, document } = sample;
    const alike = all.filter((other) => keyOf(other) === key).map((other) => other.sample.document);
    return {
      provokedBy,
      status,
      form: errorFormOf(document),
      contentType: mediaType(headers),
      ...(provokedBy !== 'nothing' && hasUnknownCode(named, provokedBy, document) && { unknownCode: true as const }),
      shape: shapeOf(ERROR_BODY, alike),
    };
  });
};
