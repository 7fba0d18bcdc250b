import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startLoad, type ClusterLoad, type LoadedCompany } from './load.ts';
import { openLoadedCluster, type LoadedCluster } from './loaded-cluster.ts';
import { newId } from '../ground/db/ids.ts';
import { operationsOf } from '../testing/document.ts';
import { paths } from '../testing/door.ts';
import { operations } from '../testing/operations.ts';
import { api } from '../testing/operator.ts';
import { afterAllTests, expectUnavailable } from '../testing/process.ts';

/**
 * A command that takes `kill9 NAME` and `start NAME`, for the nodes named in CITUS_NODES: the coordinator first, then
 * the workers in the order in which they were added.
 */
const control = process.env['CITUS_CONTROL'];
const [coordinator = '', ...workers] = (process.env['CITUS_NODES'] ?? 'c w1 w2').split(' ');
/** The address, as host:port, of a server that is not yet a worker. */
const spare = process.env['CITUS_SPARE'];

const isSkipped = process.env['CITUS_URL'] === undefined || control === undefined;

const execute = promisify(execFile);
async function start(node: string): Promise<void> {
  await execute(control as string, ['start', node]);
}
/** A test that fails must not leave the node down. */
async function killHard(node: string): Promise<void> {
  onTestFinished(() => start(node).catch(() => {}));
  await execute(control as string, ['kill9', node]);
}

const warmUpMs = 8_000;
const lossMs = 12_000;
const patience = { timeout: 90_000, interval: 200 };

const report = (title: string, figures: Record<string, unknown>) =>
  void process.stdout.write(`${title}: ${JSON.stringify(figures)}\n`);

const operatorDocument = JSON.parse(readFileSync(new URL('../../openapi/operator.json', import.meta.url), 'utf8'));
const deskReads = operationsOf(operatorDocument)
  .filter(({ method, path }) => method === 'get' && path.startsWith(`${api}/companies/{companyId}/`))
  .map(({ path }) => path.slice(api.length));

const summaryOf = ({ acknowledged, refused, wrong }: ClusterLoad) => ({
  acknowledged: [...acknowledged.values()].reduce((sum, { size }) => sum + size, 0),
  refused,
  wrong: wrong.length,
});

/** Every operation of the door and every page of the desk of a company on this worker. */
async function expectLost({ service, companies, operator }: LoadedCluster, worker: string): Promise<void> {
  const { id, token } = companies.find((company) => company.worker === worker) as LoadedCompany;
  const post = (path: string, body: object) => service.call('POST', path, { token, body });
  for (const answer of await Promise.all([
    post(paths.suppliers, { number: 'lost', name: 'El' }),
    service.call('GET', paths.suppliers, { token }),
    post(paths.invoices, { externalReferenceId: 'lost', supplierNumber: '1' }),
    post(paths.attach, { supplierInvoiceId: newId(), fileName: 'a.xml', content: 'PGEvPg==' }),
    post(paths.workOrders, { id: 'lost', proposalId: 'P-1' }),
  ]))
    expectUnavailable(answer);
  const failed: string[] = [];
  for (const [name, { method, path }] of operations) {
    const { status } = await service.call(method, path, { token });
    if (status >= 500 && status !== 503) failed.push(`${status} ${name}`);
  }
  for (const template of deskReads) {
    const path = template.replace('{companyId}', id).replace(/\{\w+\}/g, newId());
    const { status } = await operator.call('GET', path);
    if (status >= 500 && status !== 503) failed.push(`${status} ${path}`);
  }
  for (const answer of await Promise.all([
    operator.call('GET', `/companies/${id}/invoices`),
    operator.call('POST', `/companies/${id}/invoices/${newId()}/approve`, { findings: 0 }),
  ]))
    expect(answer).toMatchObject({ status: 503, body: { code: 'database.unavailable' } });
  expect(failed).toEqual([]);
}

describe.skipIf(isSkipped)('a cluster with lost nodes', async () => {
  if (isSkipped) return;
  const cluster = await openLoadedCluster(afterAllTests());
  const { service, companies } = cluster;
  const [lostWorker = '', otherWorker = ''] = cluster.workers;
  /** Undefined for a worker that the service has not used. */
  const isUp = async (worker: string): Promise<string | undefined> => {
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    return metrics.split(`doorway_database_worker_up{worker="${worker}"} `)[1]?.[0];
  };
  const ready = async () => (await service.call('GET', '/health/ready')).status;

  it('a lost worker is a 503 for its companies, and others go on', async () => {
    const load = startLoad(service.address, companies, 'lost');
    await sleep(warmUpMs);
    const killedAt = Date.now();
    await killHard(workers[0] as string);
    const lostAt = Date.now();
    await expectLost(cluster, lostWorker);
    await sleep(lossMs);
    const startedAt = Date.now();
    expect(await ready()).toBe(200);
    expect(await isUp(lostWorker)).toBe('0');
    expect(await isUp(otherWorker)).toBe('1');
    await start(workers[0] as string);
    await vi.waitFor(() => expect(load.rate(lostWorker, startedAt, Date.now())).toBeGreaterThan(0), patience);
    await load.stop();
    const before = load.rate(otherWorker, killedAt - warmUpMs + 2_000, killedAt);
    const meanwhile = load.rate(otherWorker, killedAt, startedAt);
    report('a lost worker', { ...summaryOf(load), before, meanwhile });
    // Answers that were under way may arrive a moment later.
    expect(load.rate(lostWorker, lostAt + 1_000, startedAt)).toBe(0);
    expect(meanwhile).toBeGreaterThan(0.8 * before);
    await cluster.expectKept(load);
  });

  it.each([coordinator, ...workers].flatMap((node) => [1, 2, 3].map((time) => [node, time] as const)))(
    'kill -9 of %s under load loses nothing and doubles nothing (%i)',
    async (node) => {
      const load = startLoad(service.address, companies, `${node} ${Date.now()}`);
      await sleep(warmUpMs);
      await killHard(node);
      await sleep(2_000);
      await start(node);
      await vi.waitFor(async () => expect(await ready()).toBe(200), patience);
      await sleep(warmUpMs);
      await load.stop();
      report(`kill -9 of ${node}`, summaryOf(load));
      await cluster.expectKept(load);
    },
  );

  it.skipIf(spare === undefined)('a new worker takes over companies under load', async () => {
    const load = startLoad(service.address, companies, 'moving');
    await sleep(warmUpMs);
    await cluster.addWorker(spare as string);
    await cluster.rebalance();
    await sleep(warmUpMs);
    await load.stop();
    report('a new worker', summaryOf(load));
    expect(await Promise.all(companies.map(({ id }) => cluster.ownerOf(id)))).toContain(spare);
    expect(await isUp(spare as string)).toBe('1');
    await cluster.expectKept(load);
  });
});
