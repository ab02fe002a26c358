import { gateway } from '../../scenes/gateway.ts';

const completion = await gateway.chat({
  model: 'acme/sage',
  messages: [{ role: 'user', content: 'Who wrote the first program?' }],
});
console.log(completion.choices.at(0)?.message.content);
