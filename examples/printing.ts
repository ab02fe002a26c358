/** Replaces the control characters in a server's text, because they could control the terminal. */
export const printable = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\u{FFFD}');

/** Prints one line of an example. */
export const say = (text: string): void => console.log(`  ${printable(text).replaceAll('\n', ' ')}`);

/** Prints a part of a stream. */
export const write = (text: string): void => void process.stdout.write(printable(text));

/** Creates a progress bar for a terminal. Without a terminal, it prints a line for every 10 %. */
export const progressBar = () => {
  const { isTTY } = process.stdout;
  let printed = -1;
  const clear = (): void => void (isTTY && process.stdout.write('\r\u001b[K'));
  return {
    show(percent: number, text: string): void {
      const width = 30;
      const filled = Math.round((percent / 100) * width);
      const tenth = Math.floor(percent / 10);
      if (isTTY)
        process.stdout.write(
          `\r\u001b[K  [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${printable(text)}`.slice(
            0,
            process.stdout.columns || undefined,
          ),
        );
      else if (tenth > printed) say(`${String(Math.round(percent)).padStart(3)}% ${text}`);
      printed = tenth;
    },
    /** Prints a line above the bar. */
    line(text: string): void {
      clear();
      say(text);
    },
    /** Removes the bar. The next bar begins at 0. */
    end(): void {
      clear();
      printed = -1;
    },
  };
};
