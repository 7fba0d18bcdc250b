import { expect, it } from 'vitest';
import { readMarkup } from './markup.ts';

const page = readMarkup(`<style>p { color: red }</style><main><h1 id="t">Bills &amp; <b>more</b></h1>
  <nav aria-label="Views"><a href="/a?b=1&amp;c=2" aria-current="page">All <!-- -->3</a></nav>
  <section aria-labelledby="t"><label for="f">Reason</label><textarea id="f"></textarea><br/></section>
  <table aria-label="Lines"><tbody><tr><td>A</td><td>1,5</td></tr></tbody></table>
  <details><summary>Sums</summary><p>Net</p></details><p hidden="">Nothing</p><p style="display:none">Nothing</p>
  <button disabled="">Save</button><button aria-disabled="true">Approve</button><input type="checkbox" aria-label="Box"/>
  <fieldset disabled=""><p><input type="checkbox" aria-label="Of a disabled group"/></p></fieldset></main>`);

it('elements are found by their role and the name that a screen reader says', () => {
  expect(page.one('link', /^All/)).toMatchObject({ href: '/a?b=1&c=2', text: 'All 3' });
  expect(page.one('region', 'Bills & more').one('textbox', 'Reason').tag).toBe('textarea');
  expect(
    page
      .one('table', 'Lines')
      .all('cell')
      .map(({ text }) => text),
  ).toEqual(['A', '1,5']);
  expect(page.all('button').map(({ isDisabled }) => isDisabled)).toEqual([true, true]);
  expect(page.one('checkbox', 'Box').isDisabled).toBe(false);
  expect(page.one('checkbox', 'Of a disabled group').isDisabled).toBe(true);
  expect(() => page.one('button', 'Reject')).toThrow('0 of button Reject');
});

it('text is what a reader sees: nothing hidden or folded, and blocks are apart', () => {
  expect(page.one('table', 'Lines').text).toBe('A 1,5');
  expect(page.text).not.toMatch(/Net|Nothing|red/);
  page.unfold('Sums');
  expect(page.text).toContain('Sums Net');
  expect(() => readMarkup('<p>never closed')).toThrow('<p> is not closed');
});
