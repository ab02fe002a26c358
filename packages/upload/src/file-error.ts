import type { PlatformError } from '@platform-sdk/core';
import { inputError } from '@platform-sdk/core/internal';

export const fileError = (what: string, field = 'file'): PlatformError => inputError(`upload.upload: ${field} ${what}`, field);
