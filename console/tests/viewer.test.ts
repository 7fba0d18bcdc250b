import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../server/testing/linear.ts';
import { areasOf, linesOf, type TextLine } from '../src/pages/invoices/files/find/text-lines.ts';
import { xmlLines } from '../src/pages/invoices/files/xml/xml.ts';
import { larger, percentOf, rotate, smaller, widthOf } from '../src/pages/invoices/files/zoom.ts';
import { afterKey, shareAt, within } from '../src/pages/invoices/layout/split.ts';

const paper = { width: 800, ratio: 1.4 };
const room = { width: 600, height: 700 };

it('a sheet fits the width, the whole page, or is as wide as was chosen', () => {
  expect(widthOf('width', paper, room)).toBe(600);
  expect(widthOf('page', paper, room)).toBe(500);
  expect(widthOf('page', { width: 800, ratio: 0.5 }, room)).toBe(600);
  expect(widthOf(900.5, paper, room)).toBe(900);
});

it('a sheet that is turned is as wide as it was high', () => {
  const across = rotate(paper, 90);
  expect(across.width).toBeCloseTo(1120);
  expect(rotate(across, 270).width).toBeCloseTo(800);
  expect(rotate(paper, 180)).toEqual(paper);
});

it('the size is told in per cent of the real one', () => {
  expect([600, 800, 1000].map((width) => percentOf(width, paper))).toEqual([75, 100, 125]);
});

it('a sheet grows and shrinks in steps, within bounds that depend on the file and the frame', () => {
  expect(larger(600, paper, room)).toBe(750);
  expect(smaller(750)).toBe(600);
  let width = 600;
  for (let next = larger(width, paper, room); next !== undefined; next = larger(width, paper, room)) width = next;
  expect(width).toBeLessThanOrEqual(4000);
  expect(width).toBeGreaterThan(3000);
  for (let next = smaller(width); next !== undefined; next = smaller(width)) width = next;
  expect(width).toBeGreaterThanOrEqual(80);
  // A picture of a few dots can be enlarged beyond the frame.
  expect(larger(600, { width: 32, ratio: 1 }, room)).toBe(750);
});

describe('the handle between the fields and the file', () => {
  it('goes where the arrow points and keeps both sides readable', () => {
    expect([afterKey('ArrowLeft', 50), afterKey('ArrowRight', 50)]).toEqual([52, 48]);
    expect([afterKey('Home', 50), afterKey('End', 50), afterKey('a', 50)]).toEqual([75, 25, undefined]);
    expect([afterKey('ArrowLeft', 75), afterKey('ArrowRight', 25)]).toEqual([75, 25]);
  });

  it('follows the mouse, and what was kept is never out of bounds', () => {
    const sides = { left: 200, width: 1000 };
    expect([700, 450, 0, 5000].map((x) => shareAt(x, sides))).toEqual([50, 75, 75, 25]);
    expect([within(50), within(-3), within(900), within(Number.NaN)]).toEqual([50, 25, 75, 50]);
  });
});

describe('the pieces of text on a sheet', () => {
  const run = (text: string, x: number, y: number, width = text.length * 0.01) => ({
    text,
    x,
    y,
    width,
    height: 0.014,
  });

  it('become lines, with a tab for a wide gap and a blank for a narrow one', () => {
    const lines = linesOf(
      [
        run('To pay', 0.6, 0.5),
        run('1', 0.8, 0.501),
        run('568,75', 0.818, 0.5),
        run('Net', 0.6, 0.4),
        run(' ', 0.7, 0.4),
        run('Fak', 0.1, 0.4),
        run('tura', 0.1301, 0.4),
      ],
      2,
      1.4,
    );
    expect(lines.map(({ text, sheet }) => [text, sheet])).toEqual([
      ['Faktura\tNet', 2],
      ['To pay\t1 568,75', 2],
    ]);
    const [area, second] = areasOf(lines[1] as TextLine, { from: 7, to: 15 });
    expect(area).toMatchObject({ x: 0.8, y: 0.501 });
    expect(second?.x).toBeCloseTo(0.818);
    expect(second?.width).toBeCloseTo(0.06);
  });

  it('are marked in part where a value is a part of one', () => {
    const [line] = linesOf([run('Total 12.50 SEK', 0.1, 0.1)], 1, 1.4);
    const [area] = areasOf(line as TextLine, { from: 6, to: 11 });
    expect(area?.x).toBeCloseTo(0.16);
    expect(area?.width).toBeCloseTo(0.05);
  });
});

describe('an XML file', () => {
  const shown = (xml: string) =>
    xmlLines(xml).lines.map(({ depth, parts }) => '  '.repeat(depth) + parts.map(({ text }) => text).join(''));

  it('is indented anew, whatever it looked like', () => {
    const lines = [
      '<?xml version="1.0"?>',
      '<!-- from the supplier -->',
      '<cbc:Invoice xmlns="urn:a" id=\'7\'>',
      '  <ID>F-1</ID>',
      '  <Note/>',
      '  <Party a="1 > 2">',
      '    <Name>Östra &amp; Rör</Name>',
      '  </Party>',
      '  <Empty></Empty>',
      '</cbc:Invoice>',
    ];
    expect(shown(lines.join('\n'))).toEqual(lines);
    expect(shown(lines.map((line) => line.trim()).join(''))).toEqual(lines);
  });

  it('is told apart into elements, attributes, values, texts and comments', () => {
    const [line] = xmlLines('<a b="c">d</a>').lines;
    expect(line?.parts.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'mark <',
      'element a',
      'mark  ',
      'attribute b',
      'mark =',
      'value "c"',
      'mark >',
      'text d',
      'mark </',
      'element a',
      'mark >',
    ]);
    expect(xmlLines('<!-- e --><f/>').lines[0]?.parts[0]?.kind).toBe('comment');
  });

  it('stays readable where it is mixed, broken or not XML at all', () => {
    expect(shown('<p>one <b>two</b> three</p>')).toEqual(['<p>one', '  <b>two</b>', '  three', '</p>']);
    expect(shown('<a><b attr="x')).toEqual(['<a>', '  <b attr="x']);
    expect(shown('</a></b>text')).toEqual(['</a>', '</b>', 'text']);
    expect(shown('<![CDATA[<raw>]]>')).toEqual(['<![CDATA[<raw>]]>']);
  });

  it('shows a file within the file by its beginning, and of a large one the beginning', () => {
    const [line] = xmlLines(`<Embedded mimeCode="application/pdf">${'QUJD'.repeat(5_000)}</Embedded>`).lines;
    const text = line?.parts.find(({ kind }) => kind === 'text');
    expect([text?.text.length, text?.leftOut]).toEqual([200, 19_800]);
    const large = xmlLines(`<a>${'<b>1</b>'.repeat(20_000)}</a>`);
    expect([large.lines.length, large.isCut]).toEqual([4_000, true]);
    expect(xmlLines('<a/>').isCut).toBe(false);
  });

  it('that is made to be slow is not', async () => {
    for (const xml of [
      '<'.repeat(200_000),
      '<!--'.repeat(50_000),
      '<a "'.repeat(50_000),
      `<a ${' b'.repeat(100_000)}`,
      `<a ${'b'.repeat(200_000)}`,
    ])
      await expectLinear(() => xmlLines(xml));
  });
});
