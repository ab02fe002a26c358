import { search } from '../../scenes/platform.ts';

const stream = search.chatStream({
  messages: [{ role: 'user', content: 'How many teeth has the wheel?' }],
});
for await (const text of stream.text()) console.log(text);
