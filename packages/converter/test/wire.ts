import { createConverterClient, type ConverterClient, type ConverterClientOptions } from '@platform-sdk/converter';
import { recordingLines, type SentLine } from '@platform-sdk/test-helpers';

export { collect as all, failureOf, json } from '@platform-sdk/test-helpers';

/** Creates a client whose requests get these responses in turn. Further requests get the last response. */
export const wire = (
  answers: readonly (Response | Error)[],
  options: ConverterClientOptions = {},
): { readonly converter: ConverterClient; readonly sent: SentLine[] } => {
  const { fetch, sent } = recordingLines(answers);
  return { converter: createConverterClient({ baseUrl: 'https://converter.test', validation: 'throw', fetch, ...options }), sent };
};

/** Returns a response whose body is a log. */
export const log = (text: string, type = 'text/plain; charset=utf-8'): Response =>
  new Response(text, { headers: { 'Content-Type': type } });
