export * from './payments.ts';
export * as transfers from './transfers.ts';
export * from './wallets.ts';
