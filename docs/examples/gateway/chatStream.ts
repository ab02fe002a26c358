import { gateway } from '../../scenes/gateway.ts';

const stream = gateway.chatStream({
  model: 'acme/sage',
  messages: [{ role: 'user', content: 'Who wrote the first program?' }],
});
for await (const text of stream.text()) console.log(text);
console.log((await stream.final()).choices.at(0)?.finish_reason);
