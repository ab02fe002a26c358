/** The meanings of error codes, for the list of codes. The operations of a code come from the contracts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';

/** A code of one service, or of the SDK itself. */
export interface CodeText {
  readonly code: string;
  /** The service's folder, or the part of the SDK that creates the error. */
  readonly from: string;
  /** The status, or the kind of an error without a status. */
  readonly status: string;
  readonly happened: string;
  /** Describes whether the request was carried out. */
  readonly applied: string;
  readonly advice: string;
  /** The guard that recognizes the code, if there is one. */
  readonly guard?: string;
}

/** Every code with its meaning, from a file that core exports. */
export const codeTexts = JSON.parse(readFileSync(join(root, 'packages/core/codes.json'), 'utf8')) as readonly CodeText[];
