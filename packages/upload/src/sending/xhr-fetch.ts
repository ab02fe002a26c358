/** A `fetch` that calls `sent` with the number of sent bytes of the body, which the browsers' own does not. */
export const xhrFetch =
  (body: Blob, sent: (bytes: number) => void): typeof globalThis.fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      // Some senders give an address, others a request.
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
        // A redirect would send the file to another server than the intended one.
        if (!status || (responseURL && responseURL !== href)) return reject(new TypeError(status ? 'unexpected redirect' : 'no response'));
        const answered = new Headers();
        for (const [, name = '', value = ''] of request.getAllResponseHeaders().matchAll(/^([^:\r\n]+): *(.*?)\r?$/gm))
          answered.append(name, value);
        const content = [204, 205, 304].includes(status) ? null : (request.response as ArrayBuffer);
        // React Native reads each byte of a buffer as one character. It has no streams.
        const isText = content && !('ReadableStream' in globalThis);
        resolve(new Response(isText ? new TextDecoder().decode(content) : content, { status, headers: answered }));
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', abort);
      request.send(body);
    });
