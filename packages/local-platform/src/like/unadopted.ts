import { WITHHELD, type LikeFinding, type LikeReport, type LikeShape } from './report.ts';

/** A finding of a report that the local platform does not adopt. */
export interface Unadopted {
  readonly operation: string;
  readonly where: string;
  readonly reason: string;
}

/** Lists the findings that the local platform does not adopt, with the reasons. */
export const unadopted = (report: LikeReport): Unadopted[] =>
  report.findings.flatMap((finding) => {
    const { operation, where } = finding;
    const reason = reasonAgainst(report, finding);
    return reason === undefined ? [] : [{ operation, where, reason }];
  });

/** Findings about the calling account, not about the environment. */
const OF_ACCOUNT = /^(?:401|402|403|429),/;

const reasonAgainst = (report: LikeReport, finding: LikeFinding): string | undefined => {
  const { kind, where, found } = finding;
  switch (kind) {
    case 'value':
      return found === 'ignored' ? 'a report contains no rules' : 'a report contains no values';
    case 'renamed':
      return found === WITHHELD ? 'its name may be data' : undefined;
    case 'missing':
      if (found === 'missing in some') return 'the report does not show which objects lack it';
      return shapeAt(report, finding, 1)?.fields ? undefined : HIDDEN;
    case 'type':
      return typesAt(report, finding) > 1 ? 'the report does not show which objects have which type' : hiddenAt(report, finding);
    case 'extra':
      if (found === 'resources of an unknown type') return 'the report does not show their fields';
      return where.endsWith(WITHHELD) ? 'its name may be data' : hiddenAt(report, finding);
    case 'header':
      return where === 'content-type' && !found.includes('/') ? 'the report does not show the media type' : undefined;
    case 'failed':
      if (OF_ACCOUNT.test(found)) return 'it depends on the account';
      if (report.operations[finding.operation]?.state !== 'failed') return 'some calls succeeded';
      return found.startsWith('no response') ? 'without a response, a report shows no shape: use a fault' : undefined;
    default:
      return undefined;
  }
};

/** The reason for included resources and for values of records: a report does not contain their shapes. */
const HIDDEN = 'the report shows no shape of the objects around it';

const hiddenAt = (report: LikeReport, finding: LikeFinding): string | undefined => (shapeAt(report, finding) ? undefined : HIDDEN);

/** Returns the number of types of a field, not counting null. */
const typesAt = (report: LikeReport, finding: LikeFinding): number => {
  const types = new Set(shapeAt(report, finding)?.types.map((type) => (type === 'integer' ? 'number' : type)));
  types.delete('null');
  return types.size;
};

/** Returns the shape of a finding's field, or of the object that is `above` levels higher. */
const shapeAt = ({ operations, wireNames }: LikeReport, { operation, where }: LikeFinding, above = 0): LikeShape | undefined => {
  const parts = where === 'the document' ? [] : where.split('.');
  let place = operations[operation]?.shape;
  let path = '';
  for (const part of parts.slice(0, parts.length - above)) {
    path = path === '' ? part : `${path}.${part}`;
    while (place?.items) place = place.items;
    place = place?.fields?.[wireNames[operation]?.[path] ?? part];
  }
  while (above > 0 && place?.items) place = place.items;
  return place;
};
