import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';

const door = await openDoor();
const { page, close } = await openPage(door);
// Pages of the service have no styles in their elements.
await page.goto('about:blank');
afterAll(async () => {
  await close();
  await closePages();
  await door.close();
});

const serious = async (body: string, options: Parameters<typeof seriousIn>[1] = {}) => {
  await page.setContent(`<html lang="en"><head><title>Axe</title></head><body><h1>Axe</h1>${body}</body></html>`);
  return (await seriousIn(page, options)).map((sentence) => sentence.split(':', 1)[0]);
};

const row = (words: string, more = '') => `<li ${more}><input aria-label="${words}"> <b>${words}</b></li>`;
const list = (...rows: string[]) => `<ul class="of-axe-test">${rows.join('')}</ul>`;

it('a piece that differs in more than words from one without findings is judged', async () => {
  expect(await serious(list(row('one'), row('two')))).toEqual([]);
  expect(await serious(list(row('three'), row('four'), row('five')))).toEqual([]);
  const wrong: [string, string, string?][] = [
    ['label', list(row('one'), row(''))],
    ['label', list(row('one'), '<li><input> <b>two</b></li>')],
    ['color-contrast', list(row('one'), row('two', 'style="color: #ccc"'))],
    ['color-contrast', list(row('one'), row('two')), '#444'],
    ['list', `<ul class="of-axe-test">${row('one')}<p>two</p></ul>`],
    ['aria-valid-attr-value', list(row('one', 'aria-hidden="maybe"'))],
  ];
  // Each is found again the second time.
  for (const [id, html, background = '#fff'] of [...wrong, ...wrong])
    expect(await serious(`<div style="background: ${background}">${html}</div>`), html).toContain(id);
});

it('what only the colours were judged of is judged by the other rules, too', async () => {
  const html = '<p class="of-axe-test"><input></p>';
  expect(await serious(html, { coloursOnly: true })).toEqual([]);
  expect(await serious(html)).toEqual(['label']);
});

it('a piece that is only shown later is judged then', async () => {
  const hidden = (display: string) => `<section class="of-axe-test" style="display: ${display}"><input></section>`;
  expect(await serious(hidden('none'))).toEqual([]);
  expect(await serious(hidden('block'))).toEqual(['label']);
});
