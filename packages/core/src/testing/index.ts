import '../internal.ts';
export { mock, type Resolver } from './mock.ts';
