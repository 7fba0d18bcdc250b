import { afterAll, describe, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../../../testing/door.ts';
import { creationNames, creationsOn, type Creation } from '../../../testing/operations.ts';
import { expectEnvelope } from '../../../testing/problem.ts';
import { nowMs } from '../../../testing/time.ts';

const door = await openDoor();
const creations = await creationsOn(door);
afterAll(() => door.close());

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const shape = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

const traceOf = ({ headers }: Answer) => shape.exec(headers.get('traceparent') ?? '')?.[1];
const linesOf = (trace: string | undefined) => door.logged.filter((line) => JSON.parse(line).traceId === trace);

it.each([
  `00-${traceId}-${parentId}-01`,
  `00-${traceId}-${parentId}-00`,
  `cc-${traceId}-${parentId}-01-what-the-future-will-be-like`,
])('a valid traceparent gives the trace id: %s', async (traceparent) => {
  const answer = await door.call('GET', paths.suppliers, { headers: { traceparent } });
  expect(traceOf(answer)).toBe(traceId);
  expect(shape.exec(answer.headers.get('traceparent') ?? '')?.[2]).not.toBe(parentId);
  expect(traceOf(await door.call('GET', '/nowhere', { headers: { traceparent } }))).toBe(traceId);
});

it.each([
  ['all zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
  ['no parent', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['capital letters', `00-${traceId.toUpperCase()}-${parentId}-01`],
  ['the forbidden version', `ff-${traceId}-${parentId}-01`],
  ['more than version 00 has', `00-${traceId}-${parentId}-01-more`],
  ['an id that is too short', `00-${traceId.slice(1)}-${parentId}-01`],
  ['letters that are no digits', `00-${traceId.replace('4', 'g')}-${parentId}-01`],
  ['no flags', `00-${traceId}-${parentId}`],
  ['two of them', `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`],
  ['anything else', 'hello'],
  ['nothing', ''],
])('an invalid traceparent gives a new trace id: %s', async (_what, traceparent) => {
  const [first, second] = [
    await door.call('GET', paths.suppliers, { headers: { traceparent } }),
    await door.call('GET', paths.suppliers, { headers: { traceparent } }),
  ];
  expect(traceOf(first)).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  expect(traceOf(first)).not.toBe(traceId);
  expect(traceOf(second)).not.toBe(traceOf(first));
});

it('trace ids of the service are in the order of time', async () => {
  const before = nowMs().toString(16).padStart(12, '0');
  const made = traceOf(await door.call('GET', paths.suppliers)) ?? '';
  const after = nowMs().toString(16).padStart(12, '0');
  expect(made >= before && made.slice(0, 12) <= after, made).toBe(true);
});

describe('every answer carries its trace id, and so does its log line', () => {
  it.each(creationNames)('of %s', async (name) => {
    const { path, body } = creations.find((one) => one.name === name) as Creation;
    const sent = await body(`trace ${name}`);
    for (const status of [200, 409]) {
      const answer = await door.post(path, sent);
      expect(answer.status).toBe(status);
      await expect.poll(() => linesOf(traceOf(answer))).toHaveLength(1);
    }
    const refused = await door.post(path, {});
    expectEnvelope(refused);
    await expect.poll(() => linesOf(refused.body.traceId)).toHaveLength(1);
  });

  it.each([
    ['GET', '/nowhere'],
    ['DELETE', paths.suppliers],
    ['GET', '/health/live'],
    ['GET', '/openapi.json'],
  ])('of %s %s', async (method, path) => {
    expect(traceOf(await door.call(method, path))).toBeDefined();
  });
});

it('a partner’s own trace id is in its error and in the log', async () => {
  const mine = 'a'.repeat(32);
  const { body } = await door.call('POST', paths.invoices, {
    body: {},
    headers: { traceparent: `00-${mine}-${parentId}-01` },
  });
  expect(body.traceId).toBe(mine);
  await expect.poll(() => linesOf(mine)).toHaveLength(1);
});
