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

/** Findings about the account that called, not about its environment. */
const OF_ACCOUNT = /^(?:401|402|403|429),/;

const reasonAgainst = (report: LikeReport, finding: LikeFinding): string | undefined => {
  const { kind, where, found } = finding;
  switch (kind) {
    case 'value':
      return found === 'ignored' ? 'a report contains no rules' : 'a report contains no values';
    case 'renamed':
      return found === WITHHELD ? 'its name may be data' : undefined;
    case 'missing':
      return found === 'missing in some' ? 'the report does not show which objects lack it' : undefined;
    case 'type':
      return typesAt(report, finding) > 1 ? 'the report does not show which objects have which type' : undefined;
    case 'extra':
      if (found === 'resources of an unknown type') return 'the report does not show their fields';
      return where.endsWith(WITHHELD) ? 'its name may be data' : undefined;
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

/** Returns how many types a field has, except null. */
const typesAt = ({ operations, wireNames }: LikeReport, { operation, where }: LikeFinding): number => {
  let place: LikeShape | undefined = operations[operation]?.shape;
  let path = '';
  for (const part of where === 'the document' ? [] : where.split('.')) {
    path = path === '' ? part : `${path}.${part}`;
    while (place?.items) place = place.items;
    place = place?.fields?.[wireNames[operation]?.[path] ?? part];
  }
  const types = new Set(place?.types.map((type) => (type === 'integer' ? 'number' : type)));
  types.delete('null');
  return types.size;
};
