import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { DoorDeps } from '../../deps.ts';
import type { ApiError } from '../../errors/errors.ts';
import { createDraining } from '../../ground/http/arrival/draining.ts';
import { rehearseFailures } from './rehearse.ts';

interface Wait {
  ms: number;
  signal: AbortSignal;
  end: () => void;
}

/** An app whose slow answers wait until the test ends their wait. A header names the partner of a request. */
function openSlow() {
  const waits: Wait[] = [];
  const withoutTurn: string[] = [];
  const draining = createDraining();
  const app = Fastify();
  onTestFinished(() => app.close());
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { partner: { id: request.headers['x-partner'], isSandbox: true }, call: { route: {} } });
  });
  app.decorate('leaveTurn', ({ partner }) => void withoutTurn.push(partner.id));
  app.setErrorHandler((error: ApiError, _request, reply) => reply.code(error.status).headers(error.headers).send());
  const sleep = (ms: number, signal: AbortSignal) => new Promise<void>((end) => void waits.push({ ms, signal, end }));
  rehearseFailures(app, { draining } as unknown as DoorDeps, sleep);
  app.get('/', async () => 'answered');
  const ask = (partner: string) =>
    app.inject({ method: 'GET', url: '/', headers: { 'doorway-rehearse': 'slow', 'x-partner': partner } });
  const askMany = async (count: number, partnerOf: (nth: number) => string) => {
    const expected = waits.length + count;
    const answers = Array.from({ length: count }, (_, nth) => ask(partnerOf(nth)));
    await expect.poll(() => waits.length).toBe(expected);
    return answers;
  };
  return { app, ask, askMany, waits, withoutTurn, draining };
}

it('slow answers after ten seconds, or when the service stops, and keeps no turn', async () => {
  const { askMany, waits, withoutTurn, draining } = openSlow();
  const [answer] = await askMany(1, () => 'one');
  expect(waits).toMatchObject([{ ms: 10_000, signal: { aborted: false } }]);
  expect(withoutTurn).toEqual(['one']);
  draining.begin();
  expect(waits).toMatchObject([{ signal: { aborted: true } }]);
  waits[0]?.end();
  expect(await answer).toMatchObject({ statusCode: 200, body: 'answered' });
});

it('slow waits no longer for a client that has given up', async () => {
  const { app, waits } = openSlow();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new AbortController();
  const headers = { 'doorway-rehearse': 'slow', 'x-partner': 'one' };
  const answer = fetch(url, { headers, signal: client.signal });
  await expect.poll(() => waits.length).toBe(1);
  expect(waits[0]?.signal.aborted).toBe(false);
  client.abort();
  await expect(answer).rejects.toThrow('aborted');
  await expect.poll(() => waits[0]?.signal.aborted).toBe(true);
  waits[0]?.end();
});

it('a partner has four slow answers at a time, and is told to come again in ten seconds', async () => {
  const { ask, askMany, waits } = openSlow();
  const slow = await askMany(4, () => 'one');
  expect(await ask('one')).toMatchObject({ statusCode: 429, headers: { 'retry-after': '10' } });
  const [another] = await askMany(1, () => 'another');
  for (const { end } of waits) end();
  for (const answer of [...slow, another]) expect((await answer)?.statusCode).toBe(200);
  const again = await askMany(4, () => 'one');
  for (const { end } of waits) end();
  await Promise.all(again);
});

it('all partners together have forty slow answers at a time', async () => {
  const { ask, askMany, waits } = openSlow();
  const first = await askMany(40, (nth) => `partner ${nth % 10}`);
  expect((await ask('the last')).statusCode).toBe(429);
  waits[0]?.end();
  const last = await askMany(1, () => 'the last');
  for (const { end } of waits) end();
  await Promise.all([...first, ...last]);
});
