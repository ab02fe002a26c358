import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { isMembers } from '@platform-sdk/core/internal';
import type { OperationEntry } from '../operations/operations.ts';
import { callOperation, refused, type CallArguments, type ToolText, type Turn } from './call-tool.ts';
import { hintsOf, isRead } from './brakes.ts';
import { describeOperation, findOperations, lineOf, unknownOperation } from './find.ts';
import { inputSchemaOf } from './input-schema.ts';
import type { Shared } from './environment.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

/** Returns the tools of the server: three for all operations, or a tool for each operation of the chosen services. Writes need `--allow-writes`. */
export const toolsOf = (shared: Shared): Tool[] => (shared.services.length > 0 ? listed(shared).map(toolOf) : threeTools(shared));

const listed = ({ allowWrites, entries }: Shared): readonly OperationEntry[] => entries.filter((entry) => allowWrites || isRead(entry));

/** The arguments of each of the three tools. The first argument is required. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  search: { query: text },
  describe: { operation: text },
  call: { operation: text, input: { type: 'object' }, fields: texts, skip: { type: 'integer' } },
};
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

/** Returns the tools for all operations. Their descriptions are short, because every conversation contains them. */
const threeTools = ({ allowWrites }: Shared): Tool[] => [
  simpleTool('search', 'Finds operations.'),
  simpleTool('describe', 'Describes an operation.'),
  simpleTool('call', 'Calls an operation.', allowWrites ? WRITES : READS),
];

const simpleTool = (name: string, description: string, annotations = READS): Tool => {
  const { [name]: properties = {} } = ARGUMENTS;
  return { name, description, inputSchema: { type: 'object', properties, required: Object.keys(properties).slice(0, 1) }, annotations };
};

/** The arguments of a tool for one operation, in addition to the operation's input. */
const OWN_ARGUMENTS = { resultFields: texts, resultSkip: { type: 'integer' } };

const toolOf = (entry: OperationEntry): Tool => {
  const { properties, ...schema } = inputSchemaOf(entry);
  return {
    name: entry.name.replaceAll('.', '_'),
    description: entry.about,
    inputSchema: { ...schema, type: 'object', properties: { ...(properties as Record<string, object>), ...OWN_ARGUMENTS } },
    annotations: hintsOf(entry),
  };
};

type Arguments = Readonly<Record<string, unknown>>;

/** Runs a tool. Returns undefined for an unknown name. */
export const runTool = async (name: string, args: Arguments, turn: Turn): Promise<ToolText | undefined> => {
  const { shared } = turn;
  if (shared.services.length > 0) {
    const entry = listed(shared).find((each) => each.name.replaceAll('.', '_') === name);
    if (!entry) return undefined;
    const { resultFields, resultSkip, ...input } = args;
    return checked(turn, { operation: entry.name, input, fields: resultFields, skip: resultSkip });
  }
  const known = Object.keys(ARGUMENTS[name] ?? {});
  const unknown = Object.keys(args).filter((each) => !known.includes(each));
  if (known.length > 0 && unknown.length > 0)
    return refused(`Unknown arguments of ${name}: ${unknown.join(', ')}. The arguments are ${known.join(', ')}. Nothing was sent.`);
  if (name === 'search') return found(textOf(args['query']), shared);
  if (name === 'describe') return described(textOf(args['operation']), shared);
  return name === 'call' ? checked(turn, args) : undefined;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const found = (query: string, { entries }: Shared): ToolText => {
  const lines = findOperations(query, entries).map(lineOf);
  const services = [...new Set(entries.map(({ service }) => service))].join(', ');
  const nothing = `No operation matches. Search for a noun and a verb, such as "list wallets". The services are ${services}.`;
  return { text: lines.join('\n') || nothing, isError: false };
};

const described = (name: string, { entries }: Shared): ToolText => {
  const entry = entries.find((each) => each.name === name);
  return { text: entry ? JSON.stringify(describeOperation(entry)) : unknownOperation(name, entries), isError: entry === undefined };
};

/** Checks the types of the arguments, which a model writes and the protocol's SDK does not check. Then runs the operation. */
const checked = async (turn: Turn, { operation, input = {}, fields, skip }: Arguments): Promise<ToolText> => {
  const problem =
    (typeof operation !== 'string' && 'operation must be a string') ||
    (!isMembers(input) && 'input must be an object') ||
    (fields !== undefined &&
      !(Array.isArray(fields) && fields.every((each) => typeof each === 'string')) &&
      'fields must be a list of strings') ||
    (skip !== undefined && (!Number.isSafeInteger(skip) || (skip as number) < 0) && 'skip must be a whole number from 0 on');
  if (problem) return refused(`${problem}. Nothing was sent.`);
  return callOperation({ operation, input, fields, skip } as CallArguments, turn);
};
