import { memory } from '../../scenes/memory.ts';

const result = await memory.profile.extract({
  text: 'My name is Ada Lovelace, and I live in London.',
});
console.log(result);
