import { afterAll, expect, it } from 'vitest';
import { followRouting } from '../../../server/jobs/routing.ts';
import { openDoor } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { addSuppliers, submit } from '../company.ts';
import { anInvoice } from '../records.ts';
import { render } from './render.ts';

const door = await openDoor();
await addSuppliers(door);
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
afterAll(() => door?.close());

const company = `/companies/${door.company}`;

it('the invoice says whom it waits for and why, offers to confirm an earlier step, and who only looks sees the rules', async () => {
  const step = ({ id }: { id: string }) => ({ need: 'any', people: [id] });
  const rules = [
    {
      name: 'Eken',
      when: { projects: ['Kvarteret Eken'], below: '50000' },
      steps: [step(approver), step(administrator)],
    },
    { name: 'Rest', when: {}, steps: [step(viewer)] },
  ];
  expect((await administrator.call('PUT', `${company}/routing`, { version: 0, rules })).status).toBe(200);
  const id = await submit(door, door.token, { ...anInvoice(1), projectName: 'Kvarteret Eken' });
  await followRouting({ pool: door.pool }, door.company);

  const invoice = `${company}/invoices/${id}`;
  const page = await render(door, approver, invoice);
  expect(page.text).toMatch(/With you because: project Kvarteret Eken · rule Eken · step 1 of 2 · since \d{4}/);
  expect(page.all('button', 'Confirm and pass on')).toHaveLength(1);
  expect((await approver.call('POST', `${invoice}/confirm-step`, { step: 1 })).status).toBe(200);
  const passed = await render(door, approver, invoice, { language: 'sv' });
  expect(passed.text).toMatch(/Hos The administrator.* · steg 2 av 2 · .*Steg 1 bekräftat av The approver/);
  expect(passed.all('button', 'Bekräfta och lämna vidare')).toEqual([]);
  const list = await render(door, approver, `${company}/invoices?with=${administrator.id}`);
  expect(list.one('table', 'Invoices').all('link')).toHaveLength(1);

  const read = await render(door, viewer, `${company}/routing`);
  expect(read.text).toContain('Projects: Kvarteret Eken · below 50,000.00 → The approver, then The administrator');
  expect(read.text).toMatch(
    /2\. Rest All invoices → The viewer.*Nobody in step 1 of the rule "Rest" may approve today/,
  );
  expect(read.one('button', 'Save').isDisabled).toBe(true);
  expect(read.all('button', 'Add a rule')).toEqual([]);
});
