import { afterAll, expect, it } from 'vitest';
import { Doorway } from '../src/client.ts';
import { ValidationError } from '../src/errors.ts';
import { openDoor } from '../../../server/testing/door.ts';
import { pdfOf } from '../../../server/testing/files.ts';
import { sandboxOf } from '../../../server/testing/sandbox.ts';

const door = await openDoor();
afterAll(() => door.close());
await door.addSupplier('1');
const { token } = await sandboxOf(door);
const waits: string[] = [];
const sandbox = new Doorway({
  baseUrl: door.url,
  token,
  firstWaitMs: 1,
  onRetry: ({ error, waitMs }) => void waits.push(`${error.name} ${waitMs >= 1_000 ? 'as asked' : 'soon'}`),
});

it('the client gets through every rehearsal, and creates each invoice once', async () => {
  const kinds = ['unavailable', 'rate-limited', 'error', 'lost-answer', 'slow'] as const;
  for (const rehearse of kinds) {
    const invoice = { externalReferenceId: rehearse, supplierNumber: '1', supplierInvoiceNumber: rehearse };
    const attempts = rehearse === 'slow' ? { attemptTimeoutMs: 1_000 } : {};
    const { id } = await sandbox.invoices.create(invoice, { rehearse, ...attempts });
    expect(await sandbox.invoices.get(id)).toMatchObject({ externalReferenceId: rehearse });
  }
  // On a busy machine the last one may need more attempts.
  expect(waits.slice(0, 5)).toEqual([
    'UnavailableError as asked',
    'RateLimitError as asked',
    'UnavailableError soon',
    'NetworkError soon',
    'TimeoutError soon',
  ]);
  expect((await sandbox.invoices.list().toArray()).length).toBe(kinds.length);
});

it('the checklist shows what the client has done, decisions can be played, and a reset removes all', async () => {
  const [first] = await sandbox.invoices.list({ limit: 1 }).toArray();
  const id = first?.id ?? '';
  await sandbox.invoices.attach(id, pdfOf(2_000));
  const { items } = await sandbox.sandbox.checklist();
  expect(items.filter(({ done }) => done).map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      'invoice.first',
      'file.attached',
      'answer.repeated',
      'key.used',
      'unavailable.waited',
      'ratelimit.waited',
    ]),
  );
  await sandbox.sandbox.decide({ supplierInvoiceId: id, decision: 'reject', reason: 'Wrong.' });
  expect(await sandbox.invoices.get(id)).toMatchObject({ state: 'rejected', reason: 'Wrong.' });
  expect((await sandbox.me()).sandbox).toBe(true);
  await sandbox.sandbox.reset();
  expect(await sandbox.invoices.list().toArray()).toEqual([]);
});

it('a live token rehearses nothing', async () => {
  const real = new Doorway({ baseUrl: door.url, token: door.token });
  const call = real.invoices.create({ externalReferenceId: 'x', supplierNumber: '1' }, { rehearse: 'error' });
  await expect(call).rejects.toBeInstanceOf(ValidationError);
});
