import { search } from '../../scenes/platform.ts';

const completion = await search.chat({
  messages: [{ role: 'user', content: 'How many teeth has the wheel?' }],
});
console.log(completion.choices.at(0)?.message.content);
