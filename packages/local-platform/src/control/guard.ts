export interface GuardOptions {
  readonly token: string;
  readonly isAllowedPeer: (request: Request) => boolean;
}

export interface GuardRefusal {
  readonly status: 401 | 403;
  readonly code: string;
  readonly message: string;
}

/** Compares two strings in constant time, so that the response time reveals nothing about the token. */
const isSame = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index++) difference |= one.charCodeAt(index % (one.length || 1)) ^ other.charCodeAt(index);
  return difference === 0;
};

/** Returns whether a page of another origin sent the request. */
const isFromOtherPage = ({ headers }: Request): boolean => {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (origin !== null) return !URL.canParse(origin) || new URL(origin).host !== headers.get('host');
  return site !== null && site !== 'same-origin' && site !== 'none';
};

/** Returns the reason for rejecting a control request, or undefined. The token is checked last, so that other pages cannot test tokens. */
export const guard = (request: Request, { token, isAllowedPeer }: GuardOptions): GuardRefusal | undefined => {
  if (!isAllowedPeer(request))
    return {
      status: 403,
      code: 'OTHER_MACHINE',
      message: 'Only this machine may call the control API. Set a token with --control-token to allow other machines.',
    };
  if (isFromOtherPage(request))
    return { status: 403, code: 'OTHER_ORIGIN', message: 'Pages of other origins may not call the control API.' };
  const [, sent = ''] = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (isSame(sent, token)) return undefined;
  return { status: 401, code: 'INVALID_TOKEN', message: 'The token is missing or wrong. The platform prints it when it starts.' };
};
