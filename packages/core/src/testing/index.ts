export { mock, type Resolver } from './mock.ts';
