import {
  array,
  boolean,
  enumOf,
  integer,
  object,
  optional,
  record,
  received,
  string,
  text,
  type Schema,
} from '@platform-sdk/core/contract';
import { inputError, problemsOf } from '@platform-sdk/core/internal';

/** The shape of JSON documents, without their values. */
export interface LikeShape {
  /** The JSON types, such as `string`, `integer` or `null`. */
  readonly types: readonly string[];
  /** The formats of the strings, such as `time` or `uuid`. */
  readonly forms?: readonly string[];
  /** True if only some objects contain the field. */
  readonly sometimes?: boolean;
  /** The fields of the objects, by the names of the environment. Absent for records, whose keys are data. */
  readonly fields?: Readonly<Record<string, LikeShape>>;
  /** The shape of the list items. Absent for empty lists. */
  readonly items?: LikeShape;
}

/** A failure of an operation. */
export interface LikeFailure {
  /** The defect of the call. `nothing` means that the call should have succeeded. */
  readonly provokedBy: 'wrong credentials' | 'unknown id' | 'invalid input' | 'nothing';
  readonly status: number;
  /** The format of the body, such as `errors[]` or `HTML`. */
  readonly form: string;
  readonly contentType: string;
  /** True if the API specification does not list the code. */
  readonly unknownCode?: boolean;
  readonly shape: LikeShape;
}

/** The responses of one operation. */
export interface LikeOperation {
  readonly state: 'compared' | 'failed' | 'skipped';
  /** The received statuses. */
  readonly statuses?: readonly number[];
  /** The names of the service's own headers. */
  readonly headers?: readonly string[];
  /** The media types of successful responses. */
  readonly contentTypes?: readonly string[];
  /** The keys in `meta.can`, such as `project.create`. */
  readonly permissions?: readonly string[];
  /** The shape of successful responses. */
  readonly shape?: LikeShape;
  /** The failures, including those that `platform-sdk drift` provoked. */
  readonly failures?: readonly LikeFailure[];
}

/** A difference between an environment and the contracts. */
export interface LikeFinding {
  readonly operation: string;
  readonly kind: string;
  readonly where: string;
  readonly found: string;
}

/** A report of `platform-sdk drift`. Other fields of a report are ignored. */
export interface LikeReport {
  readonly version: 1;
  readonly operations: Readonly<Record<string, LikeOperation>>;
  readonly findings: readonly LikeFinding[];
  readonly wireNames: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const strings = array<string, readonly string[]>(string);
/** A report contains this string instead of a name that may be data. */
export const WITHHELD = '(withheld)';
const headerName = text({ pattern: /^(?:\(withheld\)|(?!content-length$|connection$|transfer-encoding$)[a-z\d][a-z\d-]*)$/ });
const mediaType = text({ pattern: /^(?:missing|another type|[a-z]+\/[a-z\d.+-]+)$/ });
const status = integer({ minimum: 200, maximum: 599 });
/** `checkShape` checks the fields of a shape, because shapes contain shapes. */
const shape = received as Schema<LikeShape>;

const failure = object<LikeFailure>({
  provokedBy: enumOf('wrong credentials', 'unknown id', 'invalid input', 'nothing'),
  status,
  form: string,
  contentType: mediaType,
  unknownCode: optional(boolean),
  shape,
});

const operation = object<LikeOperation>({
  state: enumOf('compared', 'failed', 'skipped'),
  statuses: optional(array<number, readonly number[]>(status)),
  headers: optional(array<string, readonly string[]>(headerName)),
  contentTypes: optional(array<string, readonly string[]>(mediaType)),
  permissions: optional(strings),
  shape: optional(shape),
  failures: optional(array<LikeFailure, readonly LikeFailure[]>(failure)),
});

const likeReport = object<LikeReport>({
  version: integer({ minimum: 1, maximum: 1 }) as Schema<1>,
  operations: record(operation),
  findings: array<LikeFinding, readonly LikeFinding[]>(
    object<LikeFinding>({ operation: string, kind: string, where: string, found: string }),
  ),
  wireNames: record(record(string)),
});

/** Throws if a value is not a report of `platform-sdk drift`. The error names the wrong field. */
export const checkLikeReport = (place: string, report: LikeReport): void => {
  const [problem] = problemsOf(likeReport, report);
  if (problem) throw wrong(place, problem.field, problem.message);
  for (const [name, { shape: whole, failures = [] }] of Object.entries(report.operations)) {
    if (whole !== undefined) checkShape(place, `operations.${name}.shape`, whole);
    for (const [index, each] of failures.entries()) checkShape(place, `operations.${name}.failures.${index}.shape`, each.shape);
  }
};

const wrong = (place: string, field: string, message: string): Error =>
  inputError(
    `${place}${field && `.${field}`} ${message}. Pass a file that \`platform-sdk drift --output\` has written`,
    field || undefined,
  );

const shapeFields = object<LikeShape>({
  types: strings,
  forms: optional(strings),
  sometimes: optional(boolean),
  fields: optional(record(shape)),
  items: optional(shape),
});

/** The maximum depth of a shape, which no real report reaches. */
const MAX_DEPTH = 50;

const checkShape = (place: string, field: string, value: LikeShape, depth = 0): void => {
  if (depth > MAX_DEPTH) throw wrong(place, field.split('.').slice(0, 3).join('.'), `must have at most ${MAX_DEPTH} levels`);
  const [problem] = problemsOf(shapeFields, value);
  if (problem) throw wrong(place, [field, problem.field].filter(Boolean).join('.'), problem.message);
  const { fields = {}, items } = value;
  for (const [name, inner] of Object.entries(fields)) checkShape(place, `${field}.fields.${name}`, inner, depth + 1);
  if (items) checkShape(place, `${field}.items`, items, depth + 1);
};

/** Returns the names of the environment, without names that may be data. */
export const wireNamesIn = ({ wireNames }: LikeReport): LikeReport['wireNames'] =>
  Object.fromEntries(
    Object.entries(wireNames).map(([name, names]) => [
      name,
      Object.fromEntries(Object.entries(names).filter(([, wireName]) => wireName !== WITHHELD)),
    ]),
  );
