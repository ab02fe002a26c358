/** An `XMLHttpRequest` over `fetch`, with the events that an upload with progress needs. */

const STEPS = 8;
const STEP_MS = 60;

interface UploadRequest {
  status: number;
  response: ArrayBuffer;
  responseURL: string;
  readonly upload: { onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null };
  onloadend: (() => void) | null;
  responseType: string;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  abort(): void;
  send(body: Blob): void;
}

/** Replaces `XMLHttpRequest`, which would reach the network. */
export function createUploadRequest(): UploadRequest {
  const controller = new AbortController();
  const headers = new Headers();
  let [method, url] = ['GET', ''];
  let received = '';
  const request: UploadRequest = {
    status: 0,
    response: new ArrayBuffer(0),
    responseURL: '',
    responseType: '',
    upload: { onprogress: null },
    onloadend: null,
    open: (...target) => void ([method, url] = target),
    setRequestHeader: (name, value) => headers.set(name, value),
    getAllResponseHeaders: () => received,
    abort: () => controller.abort(),
    send: (body) => void transfer(body),
  };
  const transfer = async (body: Blob): Promise<void> => {
    try {
      for (let step = 1; step <= STEPS; step += 1) {
        await new Promise((resolve) => setTimeout(resolve, STEP_MS));
        controller.signal.throwIfAborted();
        request.upload.onprogress?.({ loaded: Math.round((body.size * step) / STEPS), total: body.size });
      }
      const response = await fetch(url, { method, headers, body, signal: controller.signal });
      received = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
      request.response = await response.arrayBuffer();
      request.status = response.status;
    } catch {
      // `XMLHttpRequest` reports a failure with status 0.
    }
    request.onloadend?.();
  };
  return request;
}
