import { memory } from '../../scenes/memory.ts';

const token = await memory.tokens.create({ name: 'Nightly job' });
console.log(token.token_type); // token.access_token is shown only here: store it now
