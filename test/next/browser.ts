export type Browser = ReturnType<typeof createBrowser>;

/** Creates a browser that stores cookies and follows redirects. */
export const createBrowser = (origin: string) => {
  const jar = new Map<string, string>();
  /** The refresh tokens in the cookies that responses have set. */
  const received = new Set<string>();

  const receive = (response: Response): void => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
      if (value !== '') received.add(refreshTokenIn(value));
    }
  };

  /** Loads a page. Returns the status and the text of the last response. */
  const load = async (path: string, init: RequestInit = {}): Promise<string> => {
    let url = new URL(path, origin);
    for (let redirects = 0; redirects < 5; redirects++) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
      receive(response);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) return `${response.status} ${await response.text()}`;
      url = new URL(location, url);
    }
    return 'too many redirects';
  };

  return { jar, received, load };
};

/** Returns the refresh token in a session cookie. Returns an empty string after a sign-out. */
const refreshTokenIn = (cookie: string): string => {
  const { session } = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as {
    readonly session: { readonly refreshToken: string } | null;
  };
  return session?.refreshToken ?? '';
};
