/** Lists the documented failures of an operation, with the guards that recognize them. */
import { STATUS_CODES } from 'node:http';
import type { ReferenceOperation } from '@platform-sdk/reference/service-reference';
import { code, denseTable } from '../page.ts';

/** Returns a table of the failures. Each code links to its row in the list of codes. */
export const failureRows = ({ operation }: ReferenceOperation): string[] => {
  const rows = (operation.errors ?? []).map((error) =>
    typeof error === 'number' ? [`${error} ${STATUS_CODES[error] ?? ''}`, ''] : ['', `[${code(error)}](../../errors/codes.md#${error})`],
  );
  return [
    ...(rows.length > 0 ? denseTable(['Status', 'Code'], rows) : ['', 'The API specification documents none.']),
    '',
    'Every failure is a `PlatformError`; its [kind](../../errors/index.md) describes the rest.',
  ];
};
