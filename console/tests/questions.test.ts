import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { setSettings } from '../../server/testing/settings.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { addSuppliers, submit } from './company.ts';
import { anInvoice } from './records.ts';
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

it('a question is asked by a key with the day of its answer, and the next invoice follows, in Swedish', async () => {
  // The later one is due first.
  const [, first] = [await invoice(), await invoice()];
  const ask = ['Vilken order gäller fakturan?', 'Vilken order gäller'];
  await setSettings(door, { presetReasons: { reject: [], ask, release: [], cancel: [] } });
  const { page, go, visit, close, complaints } = await openPage(door, approver, { locale: 'sv-SE' });
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
  await dialog.getByRole('button', { name: 'Vilken order gäller fakturan?' }).waitFor();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await page.keyboard.type(' frakten?');
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
  await visit(`${company}/invoices/${first}`);
  await page.getByText('Väntar på svar').waitFor();
  await page.getByRole('heading', { name: 'Frågor till partnern' }).waitFor();
  await page.getByText(/^Inget svar än\. Svar senast \d{4}-\d\d-15\.$/).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, 'question-waiting');
  expect(complaints).toEqual([]);
  await close();
});
