/** Lets other work run. Uses a message channel, because a timer would never fire in a test with fake timers. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    if (!('MessageChannel' in globalThis)) return void setTimeout(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
