/** The recorded examples of all operations, for pages and OpenAPI documents. */
import type { OperationExample } from '@platform-sdk/reference/openapi';
import type { ServiceReference } from '@platform-sdk/reference/service-reference';
import { shortSecrets } from './short-secrets.ts';
import type { Message } from './exchanges.ts';
import { exampleFiles, recordExamples, type RecordedExample } from './record-examples.ts';

/** Runs the examples of all services. Throws if a file does not have the name of an operation. */
export const recordedExamples = async (services: readonly ServiceReference[]): Promise<Map<string, RecordedExample>> => {
  const prefixes = new Map(services.map(({ service, prefix }) => [service, prefix]));
  const files = await exampleFiles((service) => prefixes.get(service) ?? service);
  const known = new Set(services.flatMap(({ operations }) => operations.map(({ name }) => name)));
  for (const [name, file] of files) if (!known.has(name)) throw new Error(`${file} is named for no operation: ${name}`);
  return recordExamples(files);
};

/** Converts the examples for OpenAPI documents. */
export const openApiExamples = (recorded: ReadonlyMap<string, RecordedExample>): Map<string, OperationExample> =>
  new Map(
    [...recorded].map(([name, { call, exchange }]) => {
      const { request, response } = exchange;
      const [body, reply] = [bodyOf(request), bodyOf(response)];
      return [
        name,
        {
          call,
          ...(body !== undefined && { request: body }),
          status: Number(/ (\d{3})/.exec(response.line)?.[1]),
          contentType: response.contentType,
          ...(reply !== undefined && { response: reply }),
        },
      ];
    }),
  );

const bodyOf = ({ contentType, body }: Message): unknown => {
  if (body.length === 0 || !/json|text/.test(contentType)) return undefined;
  const text = shortSecrets(new TextDecoder().decode(body));
  return /\bjson\b/.test(contentType) ? (JSON.parse(text) as unknown) : text;
};
