export { platformGateway, type PlatformGateway } from './platform-gateway.ts';
export type { GatewayModelOptions } from './to-request.ts';
