import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, it } from 'vitest';
import { openOwnApp, openOwnDoor, paths } from '../../../testing/door.ts';
import { createMetrics } from './metrics.ts';

const door = await openOwnDoor('It counts the calls of a process.');
afterAll(() => door.close());

const metrics = async () => (await fetch(`${door.url}/metrics`)).text();

it('requests are counted by operation and status, with their durations', async () => {
  await door.addSupplier('1');
  await door.post(paths.suppliers, { number: '1', name: 'Again' });
  await door.call('GET', '/nowhere');
  // A request is counted once its answer is sent, possibly a moment after the caller has it.
  for (const status of [200, 409])
    await expect
      .poll(metrics)
      .toContain(`doorway_request_duration_seconds_count{operation="createSupplier",status="${status}"} 1`);
  const text = await metrics();
  expect(text).toContain('# TYPE doorway_request_duration_seconds histogram');
  expect(text).toContain(
    'doorway_request_duration_seconds_bucket{le="+Inf",operation="createSupplier",status="200"} 1',
  );
  expect(text).toMatch(/doorway_request_duration_seconds_sum\{operation="createSupplier",status="200"\} \d+\.\d+/);
  expect(text).toMatch(
    /doorway_request_duration_seconds_bucket\{le="0\.25",operation="createSupplier",status="200"\} [01]/,
  );
  expect(text).toContain('doorway_batch_size_count{operation="createSupplier"} 2');
  expect(text).toMatch(/doorway_database_connections\{pool="partners",state="open"\} [1-9]/);
  expect(text).toMatch(/doorway_database_connections\{pool="operators",state="open"\} \d/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});

it('no path or token of a request makes a series of its own', async () => {
  for (let at = 0; at < 5; at++) await door.call('GET', `/path-${at}?${door.token}`, { token: `token-${at}` });
  const text = await metrics();
  expect(text).not.toContain('path-');
  expect(text).not.toContain('token-');
});

it('the text is made at most once a second, and has all counts of that moment', async () => {
  const own = createMetrics({});
  own.observeRequest('createSupplier', 200, 0.1);
  const first = await own.text();
  expect(first.toString()).toContain(
    'doorway_request_duration_seconds_count{operation="createSupplier",status="200"} 1',
  );
  own.observeRequest('createSupplier', 200, 0.1);
  const asked = await Promise.all([own.text(), own.text()]);
  // On a busy machine the second may be over.
  expect(asked[1]).toBe(asked[0]);
  await expect
    .poll(async () => (await own.text()).toString())
    .toContain('doorway_request_duration_seconds_count{operation="createSupplier",status="200"} 2');
});

it('the service says that it lives and that it is ready', async () => {
  for (const state of ['live', 'ready']) {
    const { status, body } = await door.call('GET', `/health/${state}`, { token: undefined });
    expect({ status, body }).toEqual({ status: 200, body: { status: state } });
  }
});

it('a service that was closed is not kept in memory by what measures its process', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const openAndClose = async () => {
    const other = await openOwnApp('It closes the service.');
    await fetch(`${other.url}/metrics`);
    await other.close();
    return new WeakRef(other.pool);
  };
  const pool = await openAndClose();
  // Each time takes a tenth of a second of the processor.
  await expect
    .poll(
      () => {
        collectGarbage();
        return pool.deref() === undefined;
      },
      { interval: 500 },
    )
    .toBe(true);
});
