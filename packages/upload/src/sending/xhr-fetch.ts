/** Creates a `fetch` that calls `sent` with the number of sent bytes of the body. The browser's `fetch` does not report this number. */
export const xhrFetch =
  (body: Blob, sent: (bytes: number) => void): typeof globalThis.fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      // `input` may be a URL or a request.
      const { url: href, method, headers, signal } = new Request(input, init);
      const request = new XMLHttpRequest();
      const abort = (): void => request.abort();
      request.open(method, href);
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      request.responseType = 'arraybuffer';
      request.upload.onprogress = ({ loaded }) => sent(loaded);
      request.onloadend = () => {
        signal.removeEventListener('abort', abort);
        const { status, responseURL } = request;
        // A redirect may send the file to another server, so it is rejected.
        if (!status || (responseURL && responseURL !== href)) return reject(new TypeError(status ? 'unexpected redirect' : 'no response'));
        const answered = new Headers();
        for (const [, name = '', value = ''] of request.getAllResponseHeaders().matchAll(/^([^:\r\n]+): *(.*?)\r?$/gm))
          answered.append(name, value);
        const bytes = request.response as ArrayBuffer;
        // React Native lacks streams, and would read each byte of a buffer as one character, so the bytes are decoded here.
        const content = 'ReadableStream' in globalThis ? bytes : new TextDecoder().decode(bytes);
        resolve(new Response([204, 205, 304].includes(status) ? null : content, { status, headers: answered }));
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', abort);
      request.send(body);
    });
