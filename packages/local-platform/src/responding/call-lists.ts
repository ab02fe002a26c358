import type { Steps } from '../requests/steps.ts';
import type { Call } from '../routing/service.ts';
import type { LongLists } from '../world/lists.ts';
import { LONG } from './long-response.ts';

/** The lists that the rule of one call makes. */
export interface CallLists extends Pick<Call, 'list' | 'each'> {
  /** The long ones that are not complete; undefined if there are none. */
  steps: Steps | undefined;
}

const fillNow: Call['list'] = <Item, Out>(records: readonly Item[], make: (record: Item, index: number) => Out | undefined): Out[] => {
  const made: Out[] = [];
  for (let index = 0; index < records.length; index++) {
    const one = make(records[index] as Item, index);
    if (one !== undefined) made.push(one);
  }
  return made;
};

export const createCallLists = (lists: LongLists): CallLists => {
  let listed = 0;
  const own: CallLists = {
    steps: undefined,
    list(records, make) {
      // Many short lists are long together.
      if (!own.steps && (listed += records.length) <= LONG) return fillNow(records, make);
      own.steps ??= lists.begin();
      return own.steps.fill([...records], make);
    },
    async each(records, make) {
      const made = own.list(records, make);
      if (own.steps) await lists.read(own.steps);
      own.steps = undefined;
      return made;
    },
  };
  return own;
};
