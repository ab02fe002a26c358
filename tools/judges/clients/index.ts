import type { Judge } from '../check.ts';
import { aiSdk } from './ai-sdk.ts';
import { devour } from './devour.ts';
import { axios, curl } from './http.ts';
import { jsona, kitsu } from './json-api.ts';
import { langchain } from './langchain.ts';
import { langfuse } from './langfuse.ts';
import { openai } from './openai.ts';
import { openapiFetch } from './openapi-fetch.ts';

export const clients: readonly Judge[] = [openai, aiSdk, langchain, ...langfuse, kitsu, jsona, devour, openapiFetch, axios, curl];
