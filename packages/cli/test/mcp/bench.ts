import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { vi } from 'vitest';
import { allCredentials, anywhere, sampleInputOf, serviceMethods } from '../../../../test/helpers/service-methods.ts';
import type * as Budgets from '../../src/mcp/budget.ts';
import type * as Environments from '../../src/mcp/environment.ts';
import type * as Servers from '../../src/mcp/server.ts';
import type * as Operations from '../../src/operations/operations.ts';

const { createBudget, inProcessStore } = await vi.importActual<typeof Budgets>('../../src/mcp/budget.ts');
const { environmentOf } = await vi.importActual<typeof Environments>('../../src/mcp/environment.ts');
const { createServer } = await vi.importActual<typeof Servers>('../../src/mcp/server.ts');
export const { operationEntries } = await vi.importActual<typeof Operations>('../../src/operations/operations.ts');

export type OperationEntry = Operations.OperationEntry;

/** Returns the user's reply to a question. */
export type Person = (message: string) => ElicitResult | Promise<ElicitResult>;

export const allows: Person = () => ({ action: 'accept', content: { allow: true } });
export const declines: Person = () => ({ action: 'decline' });

interface BenchOptions {
  /** Responds to the requests. Default: an empty document. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
  readonly options?: PlatformOptions;
  readonly account?: { readonly username: string; readonly password: string };
  readonly allowWrites?: boolean;
  /** The user of the client. Default: the client cannot show questions. */
  readonly person?: Person;
  readonly services?: readonly string[];
  readonly maxCharacters?: number;
  readonly limits?: Budgets.BudgetLimits;
  readonly store?: Budgets.BudgetStore;
}

/** The result of a tool. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  /** The text as JSON. */
  readonly document: Readonly<Record<string, unknown>>;
}

/** Connects the official client of the protocol to a server, which calls a fake service. */
export const createBench = async (bench: BenchOptions = {}) => {
  const requests: Request[] = [];
  const questions: string[] = [];
  const logged: string[] = [];
  const options: PlatformOptions = { ...allCredentials, baseUrls: anywhere, retry: { limit: 0 }, ...bench.options };
  const respond = bench.fetch ?? (() => Response.json({}));
  const platform = createPlatform({
    ...options,
    logger: (event) => void logged.push(JSON.stringify(event)),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request.clone());
      return respond(request);
    },
  });
  if (!bench.account) await platform.session.set({ accessToken: 'access-of-bench', refreshToken: 'refresh-of-bench' });
  const environment = environmentOf(platform, options, bench.account);
  const { services = [], maxCharacters = 20_000, allowWrites = false } = bench;
  const shared: Environments.Shared = {
    ...environment,
    entries: operationEntries().filter(({ service }) => services.length === 0 || services.includes(service)),
    allowWrites,
    maxCharacters,
    budget: createBudget(bench.limits ?? {}, bench.store ?? inProcessStore(), platform, environment.signIn),
    services,
  };

  const connect = async (person = bench.person): Promise<Client> => {
    const client = new Client({ name: 'bench', version: '1.0.0' }, { capabilities: person ? { elicitation: {} } : {} });
    if (person)
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        questions.push(params.message);
        return person(params.message);
      });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await createServer(shared).connect(far);
    await client.connect(near);
    return client;
  };
  const client = await connect();

  /** Calls a tool, and returns its text. */
  const tool = async (name: string, args: object, signal?: AbortSignal): Promise<ToolResult> => {
    const result = await client.callTool({ name, arguments: args as Record<string, unknown> }, undefined, signal ? { signal } : {});
    const [{ text }] = result.content as [{ readonly text: string }];
    return { isError: result.isError === true, text, document: parsed(text) };
  };

  return {
    client,
    connect,
    platform,
    requests,
    questions,
    logged,
    tool,
    call: (operation: string, input: object = {}, more: object = {}) => tool('call', { operation, input, ...more }),
  };
};

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
};

/** Returns a valid input of an operation, with files as agents send them. */
export const inputOf = ({ name, operation, fields }: OperationEntry): object => {
  const method = serviceMethods.find((each) => each.operation === operation);
  const file = fields.find(({ type }) => type === 'file');
  const input = sampleInputOf(method ?? { service: '', name, place: [], operation });
  return file ? { ...input, [file.path[0] as string]: { name: 'a.txt', text: 'text' } } : input;
};
