import type { PlatformError } from '@platform-sdk/core';
import { inputError } from '@platform-sdk/core/contract';

/** Why a file is refused. */
export const fileError = (what: string, field = 'file'): PlatformError => inputError(`upload.upload: ${field} ${what}`, field);
