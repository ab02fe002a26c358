import { readFile } from 'node:fs/promises';
import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import Parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import type { Check, Judge } from './check.ts';
import { documentPath, documents } from './documents.ts';

const { Document, Spectral } = spectralCore;

const redocly = async (service: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const absoluteRef = documentPath(service);
  const problems = await lintFromString({ source: await readFile(absoluteRef, 'utf8'), absoluteRef, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
};

const spectral = async (service: string): Promise<string[]> => {
  const linter = new Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as never, 'recommended']] });
  const path = documentPath(service);
  const problems = await linter.run(new Document(await readFile(path, 'utf8'), Parsers.Json as never, path));
  return problems.map(({ code, message, path: place }) => `${code}: ${message} ${place.join('.')}`);
};

/** Validates a document with the validator that many client generators use, such as orval. */
const swaggerParser = async (service: string): Promise<string[]> => {
  try {
    await SwaggerParser.validate(documentPath(service));
    return [];
  } catch (error) {
    return [String(error)];
  }
};

const checksOf = (name: string, lint: (service: string) => Promise<string[]>): Check[] =>
  [...documents.keys()].map((service) => ({
    title: `${service} breaks no recommended rule of ${name}`,
    async run() {
      const problems = await lint(service);
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  }));

export const linters: readonly Judge[] = [
  { name: 'Redocly', checks: checksOf('Redocly', redocly) },
  { name: 'Spectral', checks: checksOf('Spectral', spectral) },
  { name: 'swagger-parser', checks: checksOf('swagger-parser', swaggerParser) },
];
