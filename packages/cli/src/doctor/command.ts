import { defineCommand, EXIT } from '../command.ts';

export const doctor = defineCommand({ help: 'Usage: platform-sdk doctor', options: {}, run: () => EXIT.ok });
