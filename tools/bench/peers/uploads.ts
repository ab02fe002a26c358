/** Peak memory of uploading one file from disk in a form, compared with an idle process. */
import { createReadStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { cpuTime, peak, pick, report, settings } from './case.ts';

interface UploadCase {
  readonly way: string;
  readonly origin: string;
  readonly path: string;
}

/** The fields of the server's response that the candidates read. */
interface Received {
  readonly extracted_text: string;
}

const { way, origin, path } = settings<UploadCase>();

const formWithFile = async (): Promise<FormData> => {
  const form = new FormData();
  form.append('file', await openAsBlob(path), 'a.txt');
  return form;
};

/** Uploads the file. Returns the number of bytes that the server received. */
const ways: Readonly<Record<string, () => Promise<string>>> = {
  nothing: async () => String((await stat(path)).size),
  async 'this SDK'() {
    const { createUploadClient } = await import('@platform-sdk/upload');
    return (await createUploadClient({ baseUrl: origin, token: 'token' }).upload({ file: { path } })).extracted_text;
  },
  async 'raw fetch'() {
    const response = await fetch(`${origin}/files`, { method: 'POST', body: await formWithFile() });
    return ((await response.json()) as Received).extracted_text;
  },
  async ky() {
    const { default: ky } = await import('ky');
    return (await ky.post(`${origin}/files`, { body: await formWithFile(), timeout: false }).json<Received>()).extracted_text;
  },
  async openai() {
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: origin, apiKey: 'key' });
    const received = await client.files.create({ file: createReadStream(path), purpose: 'user_data' });
    return (received as unknown as Received).extracted_text;
  },
};

const { size } = await stat(path);
const before = cpuTime();
const bytes = Number(await pick(ways, way)());
const cpu = cpuTime() - before;
if (bytes < size) throw new Error(`${way} sent ${bytes} bytes of ${size}.`);
report({ cpu, peak: peak() });
