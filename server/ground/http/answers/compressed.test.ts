import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../testing/door.ts';
import { signedIn } from '../../../testing/operator.ts';
import { nowMs } from '../../../testing/time.ts';

const door = await openDoor();
afterAll(() => door.close());

it('a long answer to a reading call is compressed if the caller accepts it, and no other', async () => {
  for (let at = 0; at < 8; at++) await door.addSupplier(`${at} ${'with a long number '.repeat(5)}`);
  const ask = async (path: string, coding: string, method = 'GET') => {
    const { body, headers } = await door.call(method, path, { headers: { 'accept-encoding': coding } });
    return {
      body,
      coding: headers.get('content-encoding'),
      vary: headers.get('vary'),
      length: headers.get('content-length'),
    };
  };
  const page = `${paths.suppliers}?limit=8`;
  const [plain, compressed] = [await ask(page, 'identity'), await ask(page, 'gzip, br')];
  expect([plain.coding, compressed.coding]).toEqual([null, 'gzip']);
  expect(Number(compressed.length)).toBeLessThan(Number(plain.length) / 2);
  expect(compressed.body).toEqual(plain.body);
  for (const { vary } of [plain, compressed]) expect(vary).toBe('authorization, accept-encoding');
  for (const [coding, { body: _body, ...told }] of [
    ['identity', plain],
    ['gzip', compressed],
  ] as const)
    expect(await ask(page, coding, 'HEAD')).toEqual({ ...told, body: undefined });
  expect(await ask(`${paths.suppliers}?limit=1`, 'gzip'), 'a short answer').toMatchObject({ coding: null });

  const { cookie } = await signedIn(door, 'administrator');
  const suppliers = await fetch(`${door.url}/operator/v1/companies/${door.company}/suppliers`, {
    headers: { cookie, 'x-doorway-console': '1', 'accept-encoding': 'gzip' },
  });
  expect([suppliers.status, suppliers.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  const listed = Array.from({ length: 60 }, (_, at) => ({ externalReferenceId: `never sent, number ${at}` }));
  const reconciled = await door.post('/doorway/v1/reconciliations', {
    from: nowMs() - 1_000,
    to: nowMs(),
    supplierInvoices: listed,
  });
  expect(JSON.stringify(reconciled.body).length).toBeGreaterThan(1024);
  expect(reconciled.headers.get('content-encoding')).toBeNull();
});
