import { authorizedBy } from '../authorization.ts';
import type { Rule } from '../service.ts';
import type { World } from '../world.ts';
import { analyticsRecords } from './records.ts';

/** An error as Langfuse words it. */
export const failure = (status: number, name: string, message: string): Response => Response.json({ message, error: name }, { status });

/** A rule for one project: the one that the request's key pair opens. */
export type ProjectRule<In, Out> = (input: In, world: World, projectId: string) => Out | Response;

/** Runs a rule for who has a project's key pair, and refuses all others. */
export const withKeyPair =
  <In, Out>(rule: ProjectRule<In, Out>): Rule<In, Out> =>
  (input, { world, request }) => {
    if (!request.headers.has('authorization')) return failure(401, 'UnauthorizedError', 'No authorization header');
    const pair = authorizedBy('Basic', request);
    if (pair === undefined) return failure(401, 'UnauthorizedError', 'Invalid authorization header');
    const projectId = projectOf(pair, world);
    return projectId === undefined
      ? failure(401, 'UnauthorizedError', "Invalid credentials. Confirm that you've configured the correct host.")
      : rule(input, world, projectId);
  };

const projectOf = (pair: string, world: World): string | undefined => {
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
