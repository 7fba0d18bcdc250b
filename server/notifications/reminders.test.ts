import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { QueuedMail } from './mail.ts';
import { queueRemindersIn } from './reminders.ts';
import { followRouting } from '../jobs/routing.ts';
import { openDoor, paths } from '../testing/door.ts';
import { signedIn, type SignedIn } from '../testing/operator.ts';

it('who lets invoices wait is reminded once, and after more days the administrators are told, in one mail a person and day', async () => {
  const door = await openDoor();
  onTestFinished(() => door.close());
  const company = { id: door.company, name: door.companyName };
  await door.addSupplier('1', { name: 'Nordbygg' });
  const [administrator, anna, installation] = [
    await signedIn(door, 'companyAdministrator'),
    await signedIn(door, 'approver'),
    await signedIn(door, 'administrator'),
  ];
  await door.pool.query(`UPDATE operators SET preferences = '{"language": "sv"}' WHERE id = $1`, [anna.id]);
  const invoice = async (projectName: string): Promise<string> => {
    const body = {
      externalReferenceId: randomUUID(),
      supplierNumber: '1',
      projectName,
      totalPrice: 1250.5,
      currency: 'SEK',
    };
    return (await door.post(paths.invoices, { ...body, supplierInvoiceNumber: projectName })).body.id;
  };
  const rule = (name: string, who: SignedIn) => ({
    name,
    when: { projects: [name] },
    steps: [{ need: 'any', people: [who.id] }],
  });
  const rules = [rule('Eken', anna), rule('Örnen', administrator)];
  const settings = { version: 0, rules, remindAfterDays: 2, escalateAfterDays: 4 };
  expect((await installation.call('PUT', `/companies/${door.company}/routing`, settings)).status).toBe(200);
  const [eken, ornen, asked] = [await invoice('Eken'), await invoice('Örnen'), await invoice('Eken')];
  await invoice('Nobody’s');
  await anna.call('POST', `/companies/${door.company}/invoices/${asked}/questions`, { text: 'Which order?' });
  await followRouting({ pool: door.pool }, door.company);
  await door.pool.query(`UPDATE invoice_routes SET since = '2026-11-16T10:00:00Z' WHERE company_id = $1`, [
    door.company,
  ]);

  const queued: QueuedMail[] = [];
  const look = async (now: string) => {
    const queue = async (mail: QueuedMail) => void queued.push(mail);
    const deps = { db: door.pool, queue, base: 'https://doorway.example.com' };
    await queueRemindersIn(deps, company, new Date(now));
    return queued.splice(0).map(({ operatorId, subject, text }) => ({ operatorId, subject, text }));
  };
  expect(await look('2026-11-18T09:59:00Z')).toEqual([]);
  const first = await look('2026-11-19T09:00:00Z');
  expect(first.map(({ operatorId }) => operatorId).sort()).toEqual([administrator.id, anna.id].sort());
  const toAnna = first.find(({ operatorId }) => operatorId === anna.id);
  expect(toAnna?.subject).toBe(`${door.companyName}: 1 faktura väntar på dig`);
  expect(toAnna?.text).toContain(
    `- Nordbygg, Eken\n  2 dagar: The approver\n  https://doorway.example.com/console/companies/${door.company}/invoices/${eken}`,
  );
  expect(toAnna?.text).toContain('/invoices?with=me&sort=dueDate');
  expect(first.find(({ operatorId }) => operatorId === administrator.id)?.text).toContain(`/invoices/${ornen}`);
  // The same day, and the same invoices on the next.
  expect(await look('2026-11-19T15:00:00Z')).toEqual([]);
  expect(await look('2026-11-20T09:00:00Z')).toEqual([]);

  // The company has an administrator of its own, so those of the installation get nothing.
  const late = await look('2026-11-23T09:00:00Z');
  expect(late).toMatchObject([
    { operatorId: administrator.id, subject: `${door.companyName}: 2 invoices have waited for long` },
  ]);
  expect(late[0]?.text).toContain('6 days: The approver');
  expect(await look('2026-11-24T09:00:00Z')).toEqual([]);
});
