import type { RoutingStrategy } from '@platform-sdk/gateway';
import { useState } from 'react';
import { Choice, Field } from '../../components/field.tsx';
import { readConfig } from '../../platform/config.ts';

/** The name of a model, or `auto` with a strategy. */
export type Model = { readonly model: 'auto'; readonly strategy: RoutingStrategy } | { readonly model: string & {} };

export const AUTO: Model = { model: 'auto', strategy: 'cheapest' };

const STRATEGIES: readonly RoutingStrategy[] = ['cheapest', 'fastest', 'best'];
const OTHER = 'other';

interface Props {
  readonly value: Model;
  readonly onChange: (model: Model) => void;
}

/** Lets the user choose the model of the next reply. No operation lists the models, so the user can type any name. */
export const ModelChoice = ({ value, onChange }: Props) => {
  const { models = [] } = readConfig().hints;
  const [isOther, setOther] = useState(false);
  const choose = (chosen: string): void => {
    const strategy = STRATEGIES.find((each) => chosen === `auto ${each}`);
    setOther(chosen === OTHER);
    if (chosen !== OTHER) onChange(strategy ? { model: 'auto', strategy } : { model: chosen });
  };
  const current = isOther ? OTHER : 'strategy' in value ? `auto ${value.strategy}` : value.model;
  return (
    <>
      <Choice label="Model" value={current} onChange={({ target }) => choose(target.value)}>
        {STRATEGIES.map((strategy) => (
          <option key={strategy} value={`auto ${strategy}`}>
            auto: {strategy}
          </option>
        ))}
        {models.map((model) => (
          <option key={model}>{model}</option>
        ))}
        <option value={OTHER}>another model …</option>
      </Choice>
      {isOther && <Field label="Name of the model" onChange={({ target }) => onChange({ model: target.value })} />}
    </>
  );
};
