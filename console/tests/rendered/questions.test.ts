import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { addSuppliers, attach, submit } from '../company.ts';
import { anInvoice, lastPaper } from '../records.ts';
import { render } from './render.ts';

const door = await openDoor();
await addSuppliers(door);
const approver = await signedIn(door, 'approver');
const company = `/companies/${door.company}`;
const queue = `${company}/invoices?state=received&waitsFor=company&sort=dueDate`;
afterAll(() => door?.close());

const show = (path: string) => render(door, approver, path.replace(/^\/console/, ''));
const numbersAt = async (path: string) =>
  (await show(path))
    .one('table', 'Invoices')
    .all('link', /^F-/)
    .map(({ text }) => text);

it('an invoice is out of the queue while the partner is asked, and heads it with the answer and its files', async () => {
  const asked = await submit(door, door.token, anInvoice(701));
  // Due before the other, so that only the answer puts the other first.
  await submit(door, door.token, anInvoice(702));
  const at = `${company}/invoices/${asked}`;
  expect((await approver.call('POST', `${at}/questions`, { text: 'Which order is it?' })).status).toBe(200);
  expect(await numbersAt(queue)).toEqual(['F-702']);
  const withPartner = (await show(queue)).one('navigation', 'Views').one('link', 'With partner').href;
  expect(await numbersAt(withPartner)).toEqual(['F-701']);
  expect((await show(withPartner)).one('row', /F-701/).text).toContain('Waits for the partner');
  (await show(`${company}/overview`)).one('link', /^With partner [1-9]/);

  await attach(door, asked, 'order.pdf', lastPaper);
  const [question] = (await approver.call('GET', at)).body.questions;
  const path = `${paths.invoices}/${asked}/answers`;
  const answer = await door.post(path, { questionId: question.id, text: 'It is order 4711.' });
  expect(answer.status, answer.body.message).toBe(200);
  expect(await numbersAt(queue)).toEqual(['F-701', 'F-702']);
  expect((await show(queue)).all('row')[1]?.text).toContain('Answered');
  const page = await show(at);
  expect(page.text).toContain('It is order 4711.');
  expect(page.text).toContain('Attached meanwhile:');
  expect(page.one('link', 'order.pdf').href).toContain('/files/');
  const answered = (await show(`${company}/overview`)).one('link', /^Your questions, answered 1/);
  expect(await numbersAt(answered.href)).toEqual(['F-701']);
});
