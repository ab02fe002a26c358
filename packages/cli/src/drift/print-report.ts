import { counted } from '../counted.ts';
import type { Terminal } from '../terminal.ts';
import type { Finding } from './finding.ts';
import type { DriftReport } from './report.ts';

/** Prints a report as text for people. */
export const printReport = ({ print, style }: Terminal, report: DriftReport, showAll: boolean): void => {
  const { summary, findings, operations, undocumented, permissions } = report;
  const printPart = (title: string, lines: readonly string[]): void => {
    if (lines.length > 0) for (const line of [title, ...lines.map((each) => `  ${each}`), '']) print(line);
  };
  printPart(style('red', 'Differences'), findings.filter(({ level }) => level === 'difference').map(lineOf));
  printPart(style('yellow', 'Notes'), findings.filter(({ level }) => level === 'note').map(lineOf));
  const refuted = undocumented.filter(({ verdict }) => verdict === 'refuted');
  printPart(
    style('bold', 'Undocumented names that were refuted'),
    refuted.map(
      ({ operation, name, confidence, found }) => `${operation}: ${name} (${confidence})${found === undefined ? '' : ` is ${found}`}`,
    ),
  );
  if (permissions.length > 0) {
    const names = permissions.map(({ name, isDocumented }) => (isDocumented ? name : `${name} (undocumented)`));
    print(`Permissions in meta.can: ${names.join(', ')}`);
  }
  if (showAll) {
    for (const { operation, name, confidence, verdict } of undocumented) print(`  ${operation}: ${name} (${confidence}) ${verdict}`);
    for (const [name, { state, reason }] of Object.entries(operations))
      print(`  ${name}: ${state}${reason === undefined ? '' : `, ${reason}`}`);
    print('');
  } else printReasons(print, report);
  const { compared, failed, skipped, differences, notes, confirmed, notSeen, leftBehind } = summary;
  print(`${counted(compared, 'operation')} compared, ${failed} failed, ${skipped} skipped.`);
  print(`Undocumented names: ${confirmed} confirmed, ${refuted.length} refuted, ${notSeen} not seen.`);
  if (leftBehind > 0)
    print(style('red', `${leftBehind} of the things that the run created could not be removed: look for projects named "SDK drift".`));
  print(style(differences > 0 ? 'red' : 'green', `${counted(differences, 'difference')}, ${counted(notes, 'note')}.`));
};

const lineOf = ({ operation, kind, where, expected, found }: Finding): string => {
  const place = `${operation}: ${where}`;
  if (kind === 'renamed') return `${place} is ${found}`;
  if (kind === 'extra') return `${place} is not in the API specification (${found})`;
  if (kind === 'missing') return `${place} is ${found} (${expected})`;
  return `${place}: expected ${expected}, found ${found}`;
};

/** Prints each reason for skipping operations, with the number of operations. */
const printReasons = (print: Terminal['print'], { operations }: DriftReport): void => {
  const reasons = new Map<string, number>();
  for (const { reason } of Object.values(operations)) if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  for (const [reason, count] of [...reasons].toSorted((one, other) => other[1] - one[1])) print(`Skipped, as ${reason}: ${count}`);
};
