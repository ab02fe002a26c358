export * from './accounts.ts';
export * from './faults.ts';
export * from './platform.ts';
export * from './requests.ts';
export * from './state.ts';
export * from './sweeps.ts';
