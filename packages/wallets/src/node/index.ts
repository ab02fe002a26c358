export { fileJournal } from './file-journal.ts';
