import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBytes } from './file.ts';
import type { Layout } from './layout.ts';
import type { ImportFormat } from '../../../common/imports/imports.ts';
import { readContents } from '../../testing/imports.ts';
import { faultOf } from '../../../common/errors/catalogue.ts';
import { ImportError, inWords } from './mistakes.ts';
import { recordsOf, type Report, type ImportRow } from './rows.ts';

const layout: Layout = {
  fields: ['number', 'name', 'city'],
  required: ['number', 'name'],
  removed: { town: 'use city instead' },
};

function read(text: string | Buffer, file = '-', format?: ImportFormat) {
  const contents = readContents(Buffer.from(text), file, layout, format);
  return { ...contents, rows: [...contents.rows].filter((row) => row !== undefined) };
}
const linesOf = (text: string) => read(text).rows.map(({ line, fields }) => [line, fields.name]);

async function messagesOf(
  text: string | Buffer,
  check: (row: ImportRow, report: Report) => { number: string } | undefined = () => undefined,
): Promise<string[]> {
  try {
    await recordsOf(readContents(Buffer.from(text), '-', layout), check);
    return [];
  } catch (error) {
    return (error as ImportError).message.split('\n');
  }
}

it('a semicolon file with a byte order mark and CRLF is read, and lines are counted through quotes', () => {
  const text = '\uFEFFnumber;name;city\r\n1;"Rör, ""3/4""\r\noch\r\n\r\nmer";Uppsala\r\n\r\n;;\r\n2; Två ;\r\n';
  expect(read(text)).toEqual({
    mistakes: [],
    missing: [],
    rows: [
      { line: 2, at: '', fields: { number: '1', name: 'Rör, "3/4"\noch\n\nmer', city: 'Uppsala' } },
      { line: 8, at: '', fields: { number: '2', name: 'Två', city: '' } },
    ],
  });
});

it('a comma file may have semicolons in its cells, any line ends, and columns in any order', () => {
  expect(linesOf('name,number\n"a;b",1\r\nc,2\rd,3')).toEqual([
    [2, 'a;b'],
    [3, 'c'],
    [4, 'd'],
  ]);
});

it('every cell and line of a CSV file comes back as it was written', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'å', '😀', ' ', '"', ',', ';', '|', '\n', '\t', '=') })
    .map((text) => text.trim());
  const end = fc.constantFrom('\n', '\r\n');
  const quote = (text: string, lineEnd: string) => `"${text.replaceAll('"', '""').replaceAll('\n', lineEnd)}"`;
  fc.assert(
    fc.property(
      fc.array(cell, { maxLength: 8 }),
      fc.constantFrom(',', ';'),
      end,
      fc.boolean(),
      (names, delimiter, lineEnd, withMark) => {
        const lines = [
          `number${delimiter}name`,
          ...names.map((name, at) => `${at}${delimiter}${quote(name, lineEnd)}`),
        ];
        let line = 2;
        const expected = names.map((name) => {
          const from = line;
          line += name.split('\n').length;
          return [from, name];
        });
        expect(linesOf((withMark ? '\uFEFF' : '') + lines.join(lineEnd) + lineEnd)).toEqual(expected);
      },
    ),
  );
});

it('elements of a JSON array have the line on which they begin', () => {
  const element = fc.record({ name: fc.string(), more: fc.jsonValue({ maxDepth: 2 }) });
  fc.assert(
    fc.property(
      fc.array(element, { maxLength: 5 }),
      fc.nat(4),
      fc.constantFrom('\n', '\r\n'),
      (elements, indent, lineEnd) => {
        const texts = elements.map((value) => JSON.stringify(value, null, indent));
        let line = 2;
        const expected = texts.map((text) => {
          const from = line;
          line += text.split('\n').length;
          return from;
        });
        const { rows } = read(`[\n${texts.join(',\n')}\n]`.replaceAll('\n', lineEnd));
        expect(rows.map((row) => row.line)).toEqual(expected);
        expect(rows.map((row) => row.fields)).toEqual(elements.map((value) => JSON.parse(JSON.stringify(value))));
      },
    ),
  );
});

it('the format is the requested one, then that of the ending, then that of the first character', () => {
  const json = '[{"number":"1","name":"x"}]';
  expect(read(json).rows).toHaveLength(1);
  expect(read(`\uFEFF\n ${json}`, 'file.txt').rows).toHaveLength(1);
  expect(read(json, 'file.CSV').mistakes.map(inWords)[0]?.problem).toContain('a cell that holds a quote');
  expect(read(json, 'file.csv', 'json').rows).toHaveLength(1);
  expect(read('number,name\n1,x', 'file.json').mistakes.map(inWords)).toEqual([
    { line: 1, field: '', problem: 'the file is not valid JSON: see column 1' },
  ]);
});

it('the header is checked as a whole, and lines are not reported for a column that is missing', async () => {
  const check = ({ fields }: ImportRow, report: Report) => {
    if (fields.name === undefined) report('name', faultOf('field.required'));
    if (fields.number === '') report('number', faultOf('field.required'));
    return undefined;
  };
  expect(await messagesOf('number;namee;city;city;town;constructor\n1;a;b;c;d;e\n;a;b;c;d;e\n', check)).toEqual([
    'line 1: namee is not a known column; did you mean name?',
    'line 1: town is not a known column; use city instead',
    'line 1: constructor is not a known column; the columns are number, name, city',
    'line 1: city is the name of more than one column',
    'line 1: name is a required column',
    'line 3: number is required',
    'Nothing was imported, because the file has 6 mistakes.',
  ]);
});

it('a line with too many or too few cells is a mistake, and so is a value under no name', async () => {
  const messages = await messagesOf('number,name,\n1,x,\n2,x,y\n3,x\n4,x,,\n');
  expect(messages.map((message) => message.split(';')[0])).toEqual([
    'line 3: cell 3 has a value, but its column has no name in the header',
    'line 4: there are 2 cells, but the header has 3',
    'line 5: there are 4 cells, but the header has 3',
    'Nothing was imported, because the file has 3 mistakes.',
  ]);
});

it('broken quotes are reported with their line, beside the mistakes before them', async () => {
  expect(await messagesOf('number,nam,city\n1,"x\ny",z\n\n2,"x\n3,4\n')).toEqual([
    'line 1: nam is not a known column; did you mean name?',
    'line 1: name is a required column',
    'line 4: a quote (") opens here and is never closed',
    'Nothing was imported, because the file has 3 mistakes.',
  ]);
  expect((await messagesOf('number,name\n1,3/4" pipe\n'))[0]).toBe(
    'line 2: a cell that holds a quote (") must be in quotes, with that quote written twice: "3/4"" pipe"',
  );
});

it('a number that comes twice is a mistake that names both places', async () => {
  const check = ({ fields }: ImportRow) => ({ number: String(fields.number) });
  expect((await messagesOf('number,name\n7,"a\nb"\n8,c\n7,d\n', check))[0]).toBe('line 5: number "7" is on line 2 too');
  expect((await messagesOf('[{"number":"7"},\n{"number":"8"},\n{"number":"7"}]', check))[0]).toBe(
    'line 3: [2].number "7" is on line 1 too, at [0]',
  );
});

it('a JSON file says where it is broken, what is no object, and which fields are unknown', async () => {
  expect((await messagesOf('[{"number": "1"},\n {"number": }]'))[0]).toBe(
    'line 2: the file is not valid JSON: see column 13',
  );
  expect((await messagesOf('{"suppliers": []}'))[0]).toBe('line 1: the file must be a JSON array: [{…}, {…}]');
  expect(await messagesOf('[7,\n[],\nnull, {"Name": "x", "\\u001b[2J": 1}]')).toEqual([
    'line 1: [0] must be a JSON object',
    'line 2: [1] must be a JSON object',
    'line 3: [2] must be a JSON object',
    'line 3: [3].Name is not a known field; did you mean name?',
    'line 3: [3]."\\u001b[2J" is not a known field; the fields are number, name, city',
    'Nothing was imported, because the file has 5 mistakes.',
  ]);
});

it('a JSON file that is broken between or after its records says where', async () => {
  for (const [text, message] of [
    ['[{"number":"1"}\n{"number":"2"}]', 'line 2: the file is not valid JSON: see column 1'],
    ['[{"number":"1"},\n]', 'line 2: the file is not valid JSON: see column 1'],
    ['[{"number":"1"},,]', 'line 1: the file is not valid JSON: see column 17'],
    ['[{"number":"1"}', 'line 1: the file is not valid JSON: see column 16'],
    ['[{"number":"1"]', 'line 1: the file is not valid JSON: see column 15'],
    ['[{"number":"1"}}', 'line 1: the file is not valid JSON: see column 16'],
    ['[{"number":"1"}] x', 'line 1: the file is not valid JSON: see column 18'],
    ['[{"number":"1"}, {"number":"2}]', 'line 1: the file is not valid JSON: see column 32'],
  ] as const)
    expect((await messagesOf(text))[0], text).toBe(message);
  expect(await messagesOf(' [\n] ')).toEqual([]);
});

it('reading stops after 100 mistakes, whatever they are, and says that there may be more', async () => {
  const many = 100_000;
  const isRequired = (_: ImportRow, report: Report) => void report('name', faultOf('field.required'));
  for (const text of [
    `number,name\n${'1,\n'.repeat(many)}`,
    `number,name\n${'1\n'.repeat(many)}`,
    `[${'{},\n'.repeat(many)}{}]`,
    `[${'7,\n'.repeat(many)}7]`,
  ]) {
    let read = 0;
    const { rows, ...contents } = readContents(Buffer.from(text), '-', layout);
    function* counted() {
      for (const row of rows) {
        read += 1;
        yield row;
      }
    }
    const failed: unknown = await recordsOf({ rows: counted(), ...contents }, isRequired as () => undefined).catch(
      (error: unknown) => error,
    );
    const { message, mistakes } = failed as ImportError;
    expect({ read, mistakes: mistakes.length }).toEqual({ read: 100, mistakes: 100 });
    expect(message).toMatch(/\nNothing was imported. Reading stopped after 100 mistakes; there may be more.$/);
  }
});

it('other work goes on while a file is read', async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => at);
  for (const text of [
    `number,name\n${rows.map((at) => `${at},x`).join('\n')}`,
    JSON.stringify(rows.map((at) => ({ number: String(at), name: 'x' }))),
    '\n;\n'.repeat(100_000),
  ]) {
    let turns = 0;
    const turn = () => void (turns++, (turning = setImmediate(turn)));
    let turning = setImmediate(turn);
    await recordsOf(readContents(Buffer.from(text), '-', layout), ({ fields }) => ({
      number: fields.number as string,
    })).catch(() => undefined);
    clearImmediate(turning);
    expect(turns).toBeGreaterThan(0);
  }
});

it('a record that is too long is a mistake', async () => {
  const long = 'x|'.repeat(200_000);
  expect((await messagesOf(`number,name\n1,${long}\n2,x\n`))[0]).toBe(
    'line 2: the record has more than 262,144 characters',
  );
  expect((await messagesOf(`[{"number":"1"},\n{"number":"2","name":"${long}"}]`))[0]).toBe(
    'line 2: the record has more than 262,144 characters',
  );
  expect((await messagesOf('['.repeat(1_000_000)))[0]).toBe('line 1: the record has more than 262,144 characters');
});

it('a file that cannot be read is a failure in one sentence', async () => {
  await expect(readBytes('nowhere.csv')).rejects.toMatchObject({
    exitCode: 1,
    message: 'The file nowhere.csv cannot be read: there is no file of that name.',
  });
  await expect(readBytes('/')).rejects.toMatchObject({
    exitCode: 1,
    message: 'The file / cannot be read: it is a folder.',
  });
});

it('an unknown encoding and an empty file are mistakes', async () => {
  expect((await messagesOf(Buffer.from('number,name\n1,x\n2,Bl\x81\n', 'latin1')))[0]).toMatch(
    /^line 3: this cannot be read as UTF-8, UTF-16 or Windows-1252; save the file as UTF-8/,
  );
  expect((await messagesOf(''))[0]).toBe('line 1: the file is empty; its first line must be the header');
  expect((await messagesOf('\n \n'))[0]).toBe('line 1: the file is empty; its first line must be the header');
});
