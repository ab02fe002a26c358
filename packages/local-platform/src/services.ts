import { auth } from './auth/index.ts';
import { organizations } from './organizations/index.ts';
import type { LocalService } from './service.ts';

/** The services that the local platform has. */
export const services: readonly LocalService[] = [auth, organizations];
