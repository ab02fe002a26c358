import { createInterface, type Interface } from 'node:readline/promises';

/** The questions that examples put to their user. */
export interface Questions {
  /** Rejects when the standard input is closed. */
  readonly ask: (question: string) => Promise<string>;
  readonly close: () => void;
}

/** Creates one reader for all questions. Separate readers would lose lines that a pipe sends early. */
export const createQuestions = (): Questions => {
  const lines: string[] = [];
  const waiting: { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void }[] = [];
  let terminal: Interface | undefined;
  let isClosed = false;
  const closed = (): Error =>
    new Error('The standard input is closed, so no code can be typed. Run the examples in a terminal, or use accounts that are activated.');
  const open = (): void => {
    terminal = createInterface({ input: process.stdin });
    terminal.on('line', (line) => {
      const next = waiting.shift();
      if (next) next.resolve(line);
      else lines.push(line);
    });
    terminal.on('close', () => {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(closed());
    });
  };
  return {
    async ask(question) {
      if (!terminal) open();
      process.stdout.write(`  ${question}`);
      const line = lines.shift();
      if (line !== undefined) return line.trim();
      if (isClosed) throw closed();
      return (await new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }))).trim();
    },
    close: () => terminal?.close(),
  };
};
