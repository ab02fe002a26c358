export { credit, debit, transact } from './payments.ts';
export * as transfers from './transfers.ts';
export { create, get, list, transactions, update } from './wallets.ts';
