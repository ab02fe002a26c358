import { memory } from '../../scenes/memory.ts';

const profile = await memory.profile.merge({
  facts: { city: 'London', drink: 'tea' },
});
console.log(profile);
