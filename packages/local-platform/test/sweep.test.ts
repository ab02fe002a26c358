import { setTimeout as pause } from 'node:timers/promises';
import { isPlatformError } from '@platform-sdk/core';
import { serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { formatSweep, sameRecords, sweep, testFindings, type SweepOptions } from '@platform-sdk/local-platform/testing';
import { platformErrorOf } from '@platform-sdk/test-helpers';
import { expect, it, onTestFinished } from 'vitest';
import { careful, createShop, enter, naive, openCheckout } from './sweep-scene.ts';

type Journey = SweepOptions['journey'];

/** Returns the findings of a journey as lines, such as `wallets.transact#1/lost doubled`. */
const found = async (journey: Journey, more: Partial<SweepOptions> = {}): Promise<string[]> => {
  const { findings } = await sweep({ local: createShop(), journey, ...more });
  return findings.map(({ cell, kind }) => `${cell} ${kind}`);
};

it('a sweep finds each way in which a naive checkout creates or pays twice', async () => {
  expect(await found(naive)).toEqual([
    ...['lost', '503-done', 'cut', 'stalled', 'ended-done'].map((fault) => `projects.create#1/${fault} doubled`),
    ...['lost', '503-done', 'cut', 'stalled', 'ended', 'ended-done'].map((fault) => `wallets.transact#1/${fault} doubled`),
  ]);
});

it('a sweep finds no problems in a careful checkout, although some of its runs fail', async () => {
  const { findings, cells, calls } = await sweep({ local: createShop(), journey: careful });

  expect(findings).toEqual([]);
  expect(cells.filter(({ result }) => result === 'failed').length).toBeGreaterThan(10);
  expect(calls.map(({ id }) => id)).toContain('wallets.transact#1');
});

it('a sweep tries doubling faults only at writes, and a 402 only if the contract lists this status', async () => {
  const { cells } = await sweep({ local: createShop(), journey: careful, only: ['wallets.list', 'wallets.transact'] });
  const faultsOf = (id: string): string[] => cells.filter(({ call }) => call === id).map(({ fault }) => fault);

  expect(faultsOf('wallets.list#1')).toEqual([
    'refused',
    '401',
    '403',
    '429',
    '429-retry-after',
    '503',
    'html',
    'cut',
    'stalled',
    'expired',
  ]);
  expect(faultsOf('wallets.transact#1')).toEqual(expect.arrayContaining(['lost', '402', '503-done', 'ended', 'ended-done']));
});

it('a sweep restores the state, the timers and the listeners of the process', async () => {
  const local = createShop();
  const timers = [setTimeout, setInterval, clearTimeout, clearInterval, Date, performance.now, AbortSignal.timeout, pause];
  const { stores } = local.snapshot();
  const listeners = process.listeners('unhandledRejection');
  await sweep({ local, journey: naive, only: ['wallets.transact'] });

  expect(local.snapshot().stores).toEqual(stores);
  expect([setTimeout, setInterval, clearTimeout, clearInterval, Date, performance.now, AbortSignal.timeout, pause]).toEqual(timers);
  expect(process.listeners('unhandledRejection')).toEqual(listeners);
});

it('a sweep works over a port with plain `fetch`', async () => {
  const local = createShop();
  const server = await serve(local);
  onTestFinished(() => server.close());
  const chat: Journey = async ({ gatewayKey }) => {
    const send = () =>
      fetch(`${server.baseUrls.gateway}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gatewayKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'acme/sage', messages: [{ role: 'user', content: 'Hello' }] }),
        signal: AbortSignal.timeout(10_000),
      });
    const response = await send().catch(send);
    return ((await response.json()) as { choices: { message: object }[] }).choices[0]?.message;
  };

  expect(await found(chat, { local, only: ['lost', 'html', 'stalled', '503'] })).toEqual([
    'gateway.chat#1/lost doubled',
    'gateway.chat#1/503 crashed',
    'gateway.chat#1/html not-a-platform-error',
    'gateway.chat#1/stalled not-a-platform-error',
  ]);
});

it('`doubled` is not reported for equal records if the run without the fault creates the same number', async () => {
  const twice: Journey = async (local) => {
    const { projects, organizationId } = await openCheckout(local);
    await projects.create({ organizationId, name: 'Order 7' });
    await projects.create({ organizationId, name: 'Order 7' });
  };

  expect(await found(twice, { skip: ['ended', 'ended-done'] })).toEqual([]);
});

it('`lost` is reported for a swallowed failure, and for a write without `await`', async () => {
  const swallowing: Journey = async (local) => {
    const { projects, organizationId } = await openCheckout(local);
    await projects.create({ organizationId, name: 'Order 7' }).catch(() => undefined);
  };
  const forgetting: Journey = async (local) => {
    const { projects, organizationId } = await openCheckout(local);
    void projects.create({ organizationId, name: 'Order 7' });
  };

  expect(await found(swallowing, { only: ['projects.create#1/403'] })).toEqual(['projects.create#1/403 lost']);
  expect(await found(forgetting, { only: ['projects.create#1/403', 'journey'] })).toEqual([
    'projects.create#1/403 crashed',
    'projects.create#1/403 lost',
    'journey/exited lost',
  ]);
});

it('`lost` is not reported if the journey returns another value after the failure', async () => {
  const honest: Journey = async (local) => {
    const { projects, organizationId } = await openCheckout(local);
    return projects.create({ organizationId, name: 'Order 7' }).then(
      () => 'created',
      () => 'not created',
    );
  };

  expect(await found(honest, { only: ['projects.create#1/403', 'projects.create#1/html'] })).toEqual([]);
});

it('`lost` is reported for a record that was not removed or changed', async () => {
  const removing: Journey = async (local) => {
    const { projects, organizationId } = await openCheckout(local);
    const { id } = await projects.create({ organizationId, name: 'Order 7' });
    await projects.remove({ organizationId, projectId: id }).catch(() => undefined);
  };

  expect(await found(removing, { only: ['projects.remove#1/403'] })).toEqual(['projects.remove#1/403 lost']);
});

it('`hangs` is reported for a wait without a time limit, in virtual time', async () => {
  const waiting: Journey = async (local) => {
    const session = await (await enter(local)).session.get();
    const authorization = `Bearer ${session?.accessToken}`;
    const response = await local.fetch(`${local.baseUrls().organizations}/organizations`, {
      headers: { authorization, 'api-key': local.apiKey },
    });
    await response.text();
  };
  const polling: Journey = async (local) => {
    const isOpen = (): Promise<boolean> =>
      openCheckout(local).then(
        () => true,
        () => false,
      );
    while (!(await isOpen())) await pause(60_000);
  };

  expect(await found(waiting, { only: ['organizations.list#1/stalled'] })).toEqual(['organizations.list#1/stalled hangs']);
  expect(await found(polling, { only: ['organizations.list#1/403'] })).toEqual([]);
  expect(await found(polling, { only: ['organizations.list#1/403'], hangsAfterMs: 59_000 })).toEqual(['organizations.list#1/403 hangs']);
});

it('`crashed` is reported for a programming error', async () => {
  const careless: Journey = async (local) => {
    const platform = await enter(local);
    const { organizationId, projects } = await openCheckout(local).catch(() => ({}) as Awaited<ReturnType<typeof openCheckout>>);
    await platform.session.get();
    return (await projects.list({ organizationId })).length;
  };

  expect(await found(careless, { only: ['wallets.list#1/403'] })).toEqual(['wallets.list#1/403 crashed']);
});

it('`secret` is reported for a thrown or printed secret, without showing it', async () => {
  const telling: Journey = async (local) => {
    await openCheckout(local).catch((error: unknown) => {
      console.error(`Signing in with ${local.account.password} failed`);
      throw new Error(`The key ${local.apiKey} was rejected`, { cause: error });
    });
  };
  const report = await sweep({ local: createShop(), journey: telling, only: ['wallets.list#1/403'] });

  expect(report.findings.map(({ kind }) => kind)).toEqual(['secret']);
  expect(JSON.stringify(report)).not.toMatch(/local-api-key|difference-engine/);
});

it.each<[string, (password: string) => void]>([
  ['process.stdout', (password) => void process.stdout.write(`${password}\n`)],
  ['process.stderr, as bytes', (password) => void process.stderr.write(new TextEncoder().encode(password))],
  ['console.dir', (password) => console.dir({ password })],
])('`secret` is reported for a secret that is written to %s', async (_, print) => {
  const telling: Journey = async (local) => {
    await openCheckout(local).catch((error: unknown) => {
      print(local.account.password);
      throw error;
    });
  };
  const report = await sweep({ local: createShop(), journey: telling, only: ['wallets.list#1/403'] });

  expect(report.findings.map(({ kind }) => kind)).toEqual(['secret']);
});

it('`invariant` is reported for an invariant that returns something other than a list', async () => {
  const invariant = () => 'wrong' as unknown as undefined;
  const { findings } = await sweep({ local: createShop(), journey: careful, invariant, only: ['wallets.list#1/403'] });

  expect(findings.map(({ message }) => message)).toEqual(['the invariant must return a list of problems, or nothing']);
});

it('`not-a-platform-error` is not reported for errors caused by a PlatformError, or errors that `accepts` allows', async () => {
  const failing =
    (wrap: (error: unknown) => Error): Journey =>
    async (local) => {
      await openCheckout(local).catch((error: unknown) => {
        throw wrap(error);
      });
    };
  const only = ['wallets.list#1/403'];
  class TooLate extends Error {}

  expect(
    await found(
      failing(() => new Error('Oops')),
      { only },
    ),
  ).toEqual(['wallets.list#1/403 not-a-platform-error']);
  expect(
    await found(
      failing((cause) => new Error('The wallets are closed.', { cause })),
      { only },
    ),
  ).toEqual([]);
  expect(
    await found(
      failing(() => new TooLate()),
      { only, accepts: (error) => error instanceof TooLate },
    ),
  ).toEqual([]);
});

it('an own invariant replaces or extends the comparison of records', async () => {
  const only = ['wallets.transact#1/lost'];
  const throwing = (): never => {
    throw new Error('The books do not balance');
  };

  expect(await found(naive, { only, invariant: () => [] })).toEqual([]);
  expect(await found(naive, { only, invariant: throwing })).toEqual(['wallets.transact#1/lost invariant']);
  expect(await found(naive, { only, invariant: (run) => sameRecords(run) })).toEqual(['wallets.transact#1/lost doubled']);
});

it('a finding contains a title and a test, and the report can be formatted as a table and as JSON', async () => {
  const report = await sweep({ local: createShop(), journey: naive, only: ['wallets.transact'] });
  const [finding] = report.findings;

  expect(finding).toMatchObject({
    cell: 'wallets.transact#1/lost',
    title: 'creates records twice if wallets.transact#1 loses its response',
  });
  expect(finding?.test).toContain('await sweep({ local, journey: naive, only: ["wallets.transact#1/lost"] })');
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  expect(formatSweep(report)).toMatch(
    /^naive: 6 findings in 15 cells, 18 runs\n[^\n]+refused {2}lost[^\n]+\nwallets\.transact#1 {2}\. +D /,
  );
});

it('testFindings declares a test for each finding, or a passing test without findings', async () => {
  const declared: [string, boolean][] = [];
  const declare = (title: string, run: () => void): void => {
    let passes = true;
    try {
      run();
    } catch {
      passes = false;
    }
    declared.push([title, passes]);
  };
  const options = { local: createShop(), only: ['wallets.transact#1/lost'] };
  testFindings(await sweep({ ...options, journey: naive }), declare);
  testFindings(await sweep({ ...options, journey: careful }), declare);

  expect(declared).toEqual([
    ['naive never creates records twice if wallets.transact#1 loses its response', false],
    ['careful keeps its promises in 1 cell', true],
  ]);
});

it('a sweep reports its progress after each cell', async () => {
  const progress: string[] = [];
  await sweep({
    local: createShop(),
    journey: naive,
    only: ['auth.login#1/429', 'auth.login#1/503'],
    onProgress: ({ done, total, cell }) => progress.push(`${done}/${total} ${cell.id} ${cell.result}`),
  });

  expect(progress).toEqual(['1/2 auth.login#1/429 failed', '2/2 auth.login#1/503 failed']);
});

const failing: Journey = () => Promise.reject(new Error('Closed'));
const throwingLater: Journey = async () => {
  setTimeout(() => {
    throw new Error('Late');
  }, 10);
  await pause(100);
};
let count = 0;
const counting: Journey = async (local) => {
  const { projects, organizationId } = await openCheckout(local);
  await projects.create({ organizationId, name: `Order ${++count}` });
};
const shared = createShop();
const session = enter(shared);
const sharing: Journey = async () => (await session).session.get().then(() => undefined);

it.each<[string, Partial<SweepOptions>, string]>([
  ['fails without a fault', { journey: failing }, 'the journey fails without a fault: Closed'],
  ['throws in a timer', { journey: throwingLater }, 'leaves an error unhandled without a fault: Late'],
  ['differs in each run', { journey: counting }, 'the journey leaves other records in another run without a fault'],
  ['names an unknown cell', { only: ['wallets.transact#1/lots'] }, 'only contains "wallets.transact#1/lots", which names no cell'],
  ['has no platform', { local: {} as LocalPlatform }, 'the option local must be'],
])('a sweep rejects a journey or option that %s', async (_, options, message) => {
  const error = await platformErrorOf(sweep({ local: createShop(), journey: naive, ...options }));

  expect(error.kind).toBe('invalid-input');
  expect(error.message).toContain(message);
});

it('a sweep accepts a fault in `skip` that suits no call of the journey', async () => {
  const journey: Journey = (local) => enter(local).then(() => undefined);
  const { cells } = await sweep({ local: createShop(), journey, skip: ['402', '429'] });

  expect(cells.map(({ fault }) => fault)).not.toContain('429');
  expect(cells.length).toBeGreaterThan(0);
});

it('the error of a sweep hides secrets if the run without a fault fails', async () => {
  const journey: Journey = ({ account }) => Promise.reject(new Error(`Wrong password: ${account.password}`));
  const { message } = await platformErrorOf(sweep({ local: createShop(), journey }));

  expect(message).toBe('sweep: the journey fails without a fault: Wrong password: ***');
});

it('a second sweep in the same process is rejected', async () => {
  const first = sweep({ local: createShop(), journey: naive, only: ['auth.login#1/429'] });
  const second = await sweep({ local: createShop(), journey: naive }).catch((error: unknown) => error);
  await first;

  expect(isPlatformError(second) && second.message).toContain('another sweep is running');
});

it('a sweep accepts a journey without calls', async () => {
  expect((await sweep({ local: shared, journey: sharing })).cells.map(({ id }) => id)).toEqual(['journey/exited']);
});
