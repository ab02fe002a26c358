/** Options of the guard. */
export interface GuardOptions {
  readonly token: string;
  /** Returns whether a request may come from where it does; others are rejected. */
  readonly isAllowedPeer: (request: Request) => boolean;
}

/** Why a control request is rejected. */
export interface GuardRefusal {
  readonly status: 401 | 403;
  readonly code: string;
  readonly message: string;
}

/** Compares two texts in a time that does not show where they differ. */
const isSame = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index++) difference |= one.charCodeAt(index % (one.length || 1)) ^ other.charCodeAt(index);
  return difference === 0;
};

/** Returns whether a page of another origin began the request. */
const isFromOtherPage = ({ headers }: Request): boolean => {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (origin !== null) return !URL.canParse(origin) || new URL(origin).host !== headers.get('host');
  return site !== null && site !== 'same-origin' && site !== 'none';
};

/** Returns why a control request is rejected; undefined where it may pass. The token is checked last: no other page learns whether it is right. */
export const guard = (request: Request, { token, isAllowedPeer }: GuardOptions): GuardRefusal | undefined => {
  if (!isAllowedPeer(request))
    return {
      status: 403,
      code: 'OTHER_MACHINE',
      message: 'The control API is for this machine. A token of your own (--control-token) opens it to others.',
    };
  if (isFromOtherPage(request)) return { status: 403, code: 'OTHER_ORIGIN', message: 'The control API is not for pages of other origins.' };
  const [, sent = ''] = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (isSame(sent, token)) return undefined;
  return { status: 401, code: 'INVALID_TOKEN', message: 'The token is missing or wrong. The start of the platform prints it.' };
};
