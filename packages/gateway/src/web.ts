export { webLimiterStore } from './web-limiter-store.ts';
