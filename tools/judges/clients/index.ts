import type { Judge } from '../check.ts';
import { devour } from './devour.ts';
import { axios, curl } from './http.ts';
import { jsona, kitsu } from './json-api.ts';
import { langchain } from './langchain.ts';
import { openapiFetch } from './openapi-fetch.ts';

export const clients: readonly Judge[] = [langchain, kitsu, jsona, devour, openapiFetch, axios, curl];
