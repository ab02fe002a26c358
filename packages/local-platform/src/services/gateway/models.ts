import type { RoutingStrategy } from '@platform-sdk/gateway';
import type { World } from '../../world/state.ts';
import type { LocalModel } from '../../options/gateway.ts';

/** The default models. */
const OWN: readonly LocalModel[] = [
  { id: 'acme/sage', capability: 9, creditsPerMillionTokens: 15_000, latencyMs: 900 },
  { id: 'acme/swift', capability: 5, creditsPerMillionTokens: 3000, latencyMs: 120 },
  { id: 'thrift/mini', capability: 3, creditsPerMillionTokens: 500, latencyMs: 400 },
  { id: 'acme/retired', capability: 8, creditsPerMillionTokens: 10_000, latencyMs: 500, active: false, fallback: 'acme/swift' },
  { id: 'acme/gone', capability: 1, creditsPerMillionTokens: 100, latencyMs: 50, active: false },
];

/** Models that search or read pages instead of chatting. `auto` never chooses these models. */
const AGENTS: readonly LocalModel[] = ['search-engine', 'scrap-engine'].map((id) => ({
  id,
  capability: 0,
  creditsPerMillionTokens: 1000,
  latencyMs: 0,
}));

const talking = ({ settings }: World): readonly LocalModel[] => settings.gateway.models ?? OWN;

export const modelsOf = (world: World): readonly LocalModel[] => [...talking(world), ...AGENTS];

export const modelNamed = (world: World, name: string | undefined): LocalModel | undefined => modelsOf(world).find(({ id }) => id === name);

export const isActive = ({ active = true }: LocalModel): boolean => active;

export const providerOf = ({ id }: LocalModel): string => (id.includes('/') ? id.slice(0, id.indexOf('/')) : 'platform');

/** The value of a model that each strategy minimizes. */
const MEASURES: Readonly<Record<RoutingStrategy, (model: LocalModel) => number>> = {
  best: ({ capability }) => -capability,
  cheapest: ({ creditsPerMillionTokens }) => creditsPerMillionTokens,
  fastest: ({ latencyMs }) => latencyMs,
};

/** Returns the active model that a strategy chooses. If several models are equally good, it returns the first. */
export const routed = (world: World, strategy: RoutingStrategy): LocalModel | undefined => {
  const measure = MEASURES[strategy];
  return talking(world)
    .filter(isActive)
    .toSorted((one, other) => measure(one) - measure(other))[0];
};
