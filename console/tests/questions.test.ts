import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { addSuppliers, attach, submit } from './company.ts';
import { lastPaper, anInvoice } from './records.ts';
import { picture } from './picture.ts';

const door = await openDoor();
await addSuppliers(door);
const approver = await signedIn(door, 'approver');
const company = `/companies/${door.company}`;
const queue = `${company}/invoices?state=received&waitsFor=company&sort=dueDate`;
afterAll(async () => {
  await closePages();
  await door?.close();
});

let made = 700;
const invoice = () => submit(door, door.token, anInvoice((made += 1)));
const number = (n: number) => (anInvoice(n) as { supplierInvoiceNumber: string }).supplierInvoiceNumber;
const read = async (id: string) => (await approver.call('GET', `${company}/invoices/${id}`)).body;
const questionOf = async (id: string): Promise<string> => (await read(id)).questions[0].id;

it('a question is asked by a key with the day of its answer, and the next invoice follows, in Swedish', async () => {
  // The later one is due first.
  const [, first] = [await invoice(), await invoice()];
  const { page, go, close, complaints } = await openPage(door, approver, { locale: 'sv-SE' });
  await go(queue);
  await page.getByRole('link', { name: number(made), exact: true }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.innerText()).toContain(number(made));
  // The key waits until the invoice has been seen.
  const dialog = page.getByRole('dialog', { name: 'Fråga partnern' });
  await expect
    .poll(async () => {
      await page.keyboard.press('q');
      return dialog.isVisible();
    })
    .toBe(true);
  await dialog.getByRole('textbox', { name: 'Fråga' }).fill('Vilken order gäller frakten?');
  await dialog.getByLabel('Svar senast (valfritt)').click();
  await page.getByRole('button', { name: 'Nästa månad' }).click();
  await page.getByRole('button', { name: /^15 / }).last().click();
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, 'question-dialog');
  await dialog.getByRole('button', { name: 'Skicka frågan' }).click();
  await page.getByText(`Frågan om ${number(made)} är skickad.`).waitFor();
  await expect.poll(() => heading.innerText()).toContain(number(made - 1));
  const { questions } = await read(first);
  expect(questions).toMatchObject([{ text: 'Vilken order gäller frakten?', answer: null }]);
  // The end of that day in the operator's time zone.
  const last = new Date(Date.parse(questions[0].dueAt) - 1);
  expect(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(last)).toMatch(/-15$/);
  await go(`${company}/invoices/${first}`);
  await page.getByText('Väntar på svar').waitFor();
  await page.getByRole('heading', { name: 'Frågor till partnern' }).waitFor();
  await page.getByText(/^Inget svar än\. Svar senast \d{4}-\d\d-15\.$/).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('an invoice is out of the queue while the partner is asked, and heads it with the answer and its files', async () => {
  const asked = await invoice();
  const mine = number(made);
  // Due before the other, so that only the answer puts the other first.
  await invoice();
  const ask = await approver.call('POST', `${company}/invoices/${asked}/questions`, { text: 'Which order is it?' });
  expect(ask.status).toBe(200);
  const { page, go, close, complaints } = await openPage(door, approver);
  const row = (name: string) => page.getByRole('link', { name, exact: true });
  await go(queue);
  await row(number(made)).waitFor();
  expect(await row(mine).count()).toBe(0);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'With partner' }).click();
  await row(mine).waitFor();
  await page.getByRole('row').filter({ hasText: mine }).getByText('Waits for the partner').waitFor();
  await picture(page, 'question-waiting');
  await go(`${company}/overview`);
  await page.getByRole('link', { name: /^With partner [1-9]/ }).waitFor();
  await attach(door, asked, 'order.pdf', lastPaper);
  const path = `${paths.invoices}/${asked}/answers`;
  const answer = await door.post(path, { questionId: await questionOf(asked), text: 'It is order 4711.' });
  expect(answer.status, answer.body.message).toBe(200);
  await go(queue);
  const first = page.getByRole('row').nth(1);
  await first.getByText('Answered').waitFor();
  expect(await first.innerText()).toContain(mine);
  await picture(page, 'question-queue');
  await row(mine).click();
  await page.getByText('It is order 4711.').first().waitFor();
  await page.getByText('Attached meanwhile:').waitFor();
  expect(await page.getByRole('link', { name: 'order.pdf' }).getAttribute('href')).toContain('/files/');
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, 'question-answered');
  await go(`${company}/overview`);
  await page.getByRole('link', { name: /^Your questions, answered 1/ }).click();
  await row(mine).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
