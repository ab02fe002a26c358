/** A `fetch` that tells what it has sent, which the browsers' own does not. */
export const xhrFetch =
  (body: Blob, sent: (bytes: number) => void): typeof globalThis.fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const { method = 'POST', headers, signal } = init ?? {};
      const { url, headers: fields } = new Request(input, { method, ...(headers && { headers }) });
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of fields) request.setRequestHeader(name, value);
      request.responseType = 'arraybuffer';
      request.upload.onprogress = ({ loaded }) => sent(loaded);
      const abort = (): void => request.abort();
      signal?.addEventListener('abort', abort);
      request.onloadend = () => {
        signal?.removeEventListener('abort', abort);
        const { status, responseURL } = request;
        // Whoever redirects a file elsewhere is not the server that it was for.
        if (status === 0 || (responseURL && responseURL !== url))
          return reject(new TypeError(status ? 'unexpected redirect' : 'Failed to fetch'));
        const answered = new Headers();
        for (const line of request.getAllResponseHeaders().split('\r\n')) {
          const [, name, value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
          if (name) answered.append(name, value);
        }
        const isBodiless = status === 204 || status === 205 || status === 304;
        resolve(new Response(isBodiless ? null : (request.response as ArrayBuffer), { status, headers: answered }));
      };
      if (signal?.aborted) return reject(signal.reason as Error);
      request.send(body);
    });
