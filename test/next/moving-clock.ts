/** Loaded before Next: each SIGUSR2 moves the clocks of its process by 11 seconds. */
const now = Date.now;
const monotonic = performance.now.bind(performance);
let ahead = 0;
Date.now = () => now() + ahead;
performance.now = () => monotonic() + ahead;
process.on('SIGUSR2', () => {
  ahead += 11_000;
  process.stdout.write(`clock: ${ahead}\n`);
});
