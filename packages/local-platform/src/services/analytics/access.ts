import { authorizedBy } from '../../requests/authorization.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Rule } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import { analyticsRecords } from './records.ts';

/** Returns an error response in Langfuse's format. */
export const failure = (status: number, name: string, message: string): Response => Response.json({ message, error: name }, { status });

/** Returns the project of a request's key pair. Throws for an invalid key pair or Api-Key. */
export const projectOf = (request: Request, world: World): string => {
  const { apiKey } = world.settings;
  if ((request.headers.get('api-key') ?? apiKey) !== apiKey)
    return refuse(401, 'UnauthorizedError', 'Unknown Api-Key header. Send the application identifier of this platform.');
  if (!request.headers.has('authorization')) return refuse(401, 'UnauthorizedError', 'No authorization header');
  const pair = authorizedBy('Basic', request);
  if (pair === undefined) return refuse(401, 'UnauthorizedError', 'Invalid authorization header');
  return (
    projectWith(pair, world) ?? refuse(401, 'UnauthorizedError', "Invalid credentials. Confirm that you've configured the correct host.")
  );
};

/** A rule that receives the id of the project that the request's key pair belongs to. */
export type ProjectRule<In, Out> = (input: In, world: World, projectId: string) => Out | Response | Promise<Out | Response>;

/** Looks up the project of a request's key pair, then runs the rule. */
export const withKeyPair =
  <In, Out>(rule: ProjectRule<In, Out>): Rule<In, Out> =>
  (input, { world, request }) =>
    rule(input, world, projectOf(request, world));

const projectWith = (pair: string, world: World): string | undefined => {
  let text: string;
  try {
    text = new TextDecoder().decode(Uint8Array.from(atob(pair), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
  const colon = text.indexOf(':');
  const found = world.records(analyticsRecords).keyPairs.get(text.slice(0, colon));
  const isGood = found && found.secretKey === text.slice(colon + 1) && world.clock.now() < (found.expiresAt ?? Infinity);
  return isGood ? found.projectId : undefined;
};
