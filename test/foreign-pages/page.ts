/** Tries every way in which a foreign page can reach a local platform. Runs in a browser, so it uses no code outside itself. */
export const reachFor = async (platform: string): Promise<{ readonly readable: string[]; readonly tried: number }> => {
  const login = '{"username":"ada@example.com","password":"difference-engine"}';
  const key = { 'api-key': 'local-api-key' };
  const readable: string[] = [];
  const work: Promise<unknown>[] = [];

  const read = (name: string, url: string, init?: RequestInit): void => {
    const reading = fetch(url, init).then(
      async (response) => {
        if (response.type !== 'opaque' && response.ok) readable.push(`${name}: ${(await response.text()).slice(0, 40)}`);
      },
      () => undefined,
    );
    work.push(reading);
  };
  /** Waits for an element to load or to fail. */
  const load = (name: string, element: HTMLElement, isReadable: () => boolean = () => false): void => {
    work.push(
      new Promise<void>((resolve) => {
        element.addEventListener('load', () => {
          if (isReadable()) readable.push(name);
          resolve();
        });
        element.addEventListener('error', () => resolve());
        document.body.append(element);
      }),
    );
  };

  const organizations = `${platform}/control/v1/organizations`;
  const token = `${platform}/auth/v1/oauth/token`;
  read('plain', `${platform}/converter/api/health`);
  read('with a key', organizations, { headers: key });
  read('with credentials', `${platform}/converter/api/health`, { credentials: 'include' });
  read('without CORS', token, { method: 'POST', mode: 'no-cors', body: login });
  read('a simple POST', `${platform}/converter/api/convert`, { method: 'POST', body: '{"url":"http://sample.localhost/"}' });
  read('a login', token, { method: 'POST', body: login, headers: { ...key, 'content-type': 'application/json' } });
  read('a redirect', `/to?${encodeURIComponent(`${platform}/converter/api/health`)}`);
  navigator.sendBeacon(`${platform}/converter/api/crawl`, '{"url":"http://sample.localhost/"}');

  const image = new Image();
  load('an image', image, () => image.naturalWidth > 0);
  image.src = `${platform.replace(/\/\/[^:]+/, '//sample.localhost')}/images/wheel.png`;
  load('a script', Object.assign(document.createElement('script'), { src: `${platform}/converter/api/health` }));
  load('a style', Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${platform}/converter/api/health` }));
  load('a frame', Object.assign(document.createElement('iframe'), { src: `${platform}/converter/api/health` }));

  // The origin of a sandboxed frame is `null`.
  const sandboxed = document.createElement('iframe');
  sandboxed.setAttribute('sandbox', 'allow-scripts');
  sandboxed.srcdoc = `<script>fetch('${platform}/converter/api/health').then((r) => r.text()).then((t) => parent.postMessage(t, '*'), () => parent.postMessage('', '*'))</script>`;
  work.push(
    new Promise<void>((resolve) => {
      window.addEventListener('message', ({ data }) => {
        if (data !== '') readable.push('a sandboxed frame');
        resolve();
      });
      document.body.append(sandboxed);
    }),
  );

  const target = Object.assign(document.createElement('iframe'), { name: 'target' });
  document.body.append(target);
  const form = Object.assign(document.createElement('form'), { action: token, method: 'post', target: 'target', enctype: 'text/plain' });
  document.body.append(form);
  work.push(new Promise((resolve) => target.addEventListener('load', resolve)));
  form.submit();

  await Promise.all(work);
  return { readable, tried: work.length + 1 };
};
