import { local, memory } from '../../scenes/memory.ts';

const result = await memory.users.setGatewayKey({ api_key: local.gatewayKey });
console.log(result);
