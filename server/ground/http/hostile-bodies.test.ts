import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, paths, type Answer } from '../../testing/door.ts';
import { creationNames, creationsOn, type Creation } from '../../testing/operations.ts';
import { expectEnvelope } from '../../testing/problem.ts';
import { runs } from '../../testing/properties.ts';
import { ask } from '../../testing/raw.ts';

const agent = new Agent({ keepAlive: true });
let neighbours = 0;
const door = await openDoor();
const creations = await creationsOn(door);
afterAll(async () => {
  agent.destroy();
  await door.close();
});

const wild = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', '\ud800', '\udfff', '"', '\\', 'å', '😀', '/', ' '),
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  ),
  maxLength: 12,
});
const fields = [
  'number',
  'name',
  'externalReferenceId',
  'supplierNumber',
  'supplierInvoiceId',
  'id',
  'proposalId',
  'articles',
  'totalPrice',
  'invoiceDate',
  'price',
  'content',
  'fileName',
  'contentType',
  'description',
  'currency',
];
const name = fc.oneof(
  fc.constantFrom(...fields, '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', ''),
  wild,
);
const number = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '1e400',
    '-1e400',
    '1e15',
    '999999999999999.99',
    '1e-2000',
    '0e99999999999',
    '1E+2',
    '90071992547409.93',
    '1762988400000',
    '1762988400',
    '00',
    '1.',
    '-',
  ),
  fc.double().map((value) => (Number.isFinite(value) ? JSON.stringify(value) : '7')),
);

const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false', '""', '[]', '{}', '1'),
    number,
    wild.map((text) => JSON.stringify(text)),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }).map((inner) => `[${inner.join(',')}]`),
  object: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 5 })
    .map((pairs) => `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${inner}`).join(', ')}}`),
}));

const changes = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 3 });

const headers = () => ({ authorization: `Bearer ${door.token}`, 'content-type': 'application/json' });
const statuses = [200, 400, 409, 413, 415];

function expectCalm(answer: Answer): void {
  expect(statuses).toContain(answer.status);
  if (answer.status !== 200) expectEnvelope(answer);
}

async function sendAmongOthers(path: string, bodies: (string | Uint8Array)[]): Promise<void> {
  const good = JSON.stringify({ externalReferenceId: `neighbour ${neighbours++}`, supplierNumber: '1' });
  const [neighbour, ...answers] = await Promise.all([
    ask(door.url, agent, { method: 'POST', path: paths.invoices, headers: headers(), body: good }),
    ...bodies.map((body) => ask(door.url, agent, { method: 'POST', path, headers: headers(), body })),
  ]);
  expect(neighbour?.status).toBe(200);
  for (const answer of answers) expectCalm(answer);
}

describe.each(creationNames)('%s answers in the envelope, and never with a 500,', (operation) => {
  let creation: Creation;
  let accepted: Record<string, unknown>;
  beforeAll(async () => {
    creation = creations.find((one) => one.name === operation) as Creation;
    accepted = await creation.body(`hostile ${operation}`);
  });

  it('to any JSON, well formed or not', async () => {
    const bodies = fc.array(value, { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(bodies, (texts) => sendAmongOthers(creation.path, texts)),
      runs(32),
    );
  });

  it('to a good body with a few fields changed', async () => {
    const bodies = fc.array(changes, { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(bodies, (all) => {
        const good = JSON.stringify(accepted).slice(0, -1);
        return sendAmongOthers(
          creation.path,
          all.map((change) => `${good},${change.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`),
        );
      }),
      runs(32),
    );
  });

  it('to any bytes, and to a good body with some of its bytes changed', async () => {
    const noise = fc.array(fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 20 })), {
      minLength: 10,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(noise, (all) => {
        const good = Buffer.from(JSON.stringify(accepted));
        const torn = all.map(([at, bytes]) =>
          Buffer.concat([good.subarray(0, at % good.length), bytes, good.subarray(at % good.length)]),
        );
        return sendAmongOthers(creation.path, [...torn, ...all.map(([, bytes]) => bytes)]);
      }),
      runs(20),
    );
  });
});

it('and none of it was a surprise to the service', () => {
  const surprises = door.logged
    .map((line) => JSON.parse(line))
    .filter(({ level, status }) => level === 'error' || level === 50 || status >= 500);
  expect(surprises).toEqual([]);
});
