import { notify } from '../diagnostics/notify.ts';
import type { CallOptions, ResponseInfo } from '../operation/options.ts';
import type { Context } from './context.ts';
import { parsed } from './send.ts';
import type { Trail } from './trail.ts';

/** Returns the options of a call with the headers of its platform. The call's own headers come last, and so replace them. */
export const withHeaders = ({ options: { headers } }: Context, options: CallOptions): CallOptions =>
  headers ? { ...options, headers: { ...headers, ...options.headers } } : options;

/** Calls `onResponse` of the platform and of the call with the call's response, if there was one. Each gets objects of its own. */
export const announce = ({ options: platform, log }: Context, operation: string, options: CallOptions, { response }: Trail): void => {
  if (!response) return;
  const { status, headers, text, opened } = response;
  for (const { onResponse } of [platform, options]) {
    if (!onResponse) continue;
    const document = opened ? undefined : parsed(text);
    let made: Headers | undefined;
    const info: ResponseInfo = {
      operation,
      status,
      document,
      // They are created at the first access, because Node loads its fetch for them.
      get headers() {
        return (made ??= new Headers([...headers]));
      },
    };
    notify(
      () => onResponse(info),
      () => log?.({ type: 'warning', code: 'CALLBACK_FAILED', message: `The onResponse of ${operation} failed.` }),
    );
  }
};
