import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, paths, send } from '../testing/door.ts';
import { expectLinear } from '../testing/linear.ts';
import { formOf, type FormField } from '../testing/form.ts';
import { samples } from '../testing/files.ts';
import { countOf, creationNames, creationsOn, invoiceOn, postText, type Creation } from '../testing/operations.ts';
import { api, signedIn } from '../testing/operator.ts';
import { expectProblem } from '../testing/problem.ts';

const door = await openDoor();
const creations = await creationsOn(door);
const administrator = await signedIn(door, 'administrator');
afterAll(() => door.close());

describe.each(creationNames)('%s refuses the same name twice', (name) => {
  let creation: Creation;
  let fields: string;
  let first: string;
  const post = (more: string) => postText(door, creation.path, `{${fields},${more}}`);
  beforeAll(async () => {
    creation = creations.find((one) => one.name === name) as Creation;
    const body = await creation.body(`twice ${name}`);
    fields = JSON.stringify(body).slice(1, -1);
    first = Object.keys(body)[0] as string;
  });

  it('of a field that it knows, also where both say the same', async () => {
    const before = await countOf(door, creation.table);
    expectProblem(await post(fields), 400, `${first} occurs twice`);
    expectProblem(await post(`"${first}":"another"`), 400, new RegExp(`^${first} occurs twice\\.$`));
    expect(await countOf(door, creation.table)).toBe(before);
  });

  it.each([
    ['"x":1,"x":2', 'x'],
    ['"x":1,"x":1,"x":1', 'x'],
    ['"a":1,"\\u0061":1', 'a'],
    ['"a":1, "b" : {"c" :[0,{"d":{},"d":[]}]}', 'b.c[1].d'],
    ['"x":null,"x":null', 'x'],
    ['"":1,"":1', '""'],
    ['"x":{"y":[[],[1,[{"z":":","q,":"\\"","z":1}]]]}', 'x.y[1][1][0].z'],
    ['"😀":1,"\\ud83d\\ude00":1', '😀'],
    ['"toString":1,"toString":1', 'toString'],
    ['"1":1,"1":1', '1'],
  ])('of one that it does not know: %s', async (more, path) => {
    expectProblem(await post(more), 400, new RegExp(`^${path.replace(/[.[\]]/g, '\\$&')} occurs twice\\.$`));
  });

  it('and names it with all other problems', async () => {
    const { status, body } = await postText(door, creation.path, '{"x":1,"x":"\\u0000","y":{"z":1,"z":1}}');
    expect(status).toBe(400);
    expect(body.message.split(/; |\.$/)).toEqual(
      expect.arrayContaining([
        'x occurs twice',
        'y.z occurs twice',
        'x must not contain U+0000 or half of a surrogate pair',
      ]),
    );
  });

  it('and takes the same name in two objects, and what only looks alike', async () => {
    const { status, body } = await post(
      '"x":{"a":1,"b":{"a":1}},"y":[{"a":1},{"a":1}],"A":1,"B":"{\\"a\\":1,\\"a\\":2}"',
    );
    expect(status, body.message).toBe(200);
  });
});

it('a line of an invoice is told by its place', async () => {
  const text =
    '{"externalReferenceId":"lines","supplierNumber":"1","articles":[{"price":1},{"price":1,"totalPrice":1,"price":10}]}';
  expectProblem(await postText(door, paths.invoices, text), 400, /^articles\[1\]\.price occurs twice\.$/);
});

it('a great many are refused without losing a breath, in an answer that stays short', async () => {
  const texts = [
    `{${'"x":1,'.repeat(900)}"x":1}`,
    `{"x":[${Array.from({ length: 200 }, () => `{${Array.from({ length: 250 }, (_, at) => `"f${at}":1,"f${at}":2`).join(',')}}`).join(',')}]}`,
    `{"x":[${Array.from({ length: 60_000 }, () => '{"a":1,"a":2}').join(',')}]}`,
    `{"${'n'.repeat(500_000)}":1,"${'n'.repeat(500_000)}":2}`,
  ];
  await expectLinear(async () => {
    for (const text of texts) {
      const answer = await postText(door, paths.invoices, text);
      expectProblem(answer, 400, 'occurs twice');
      expect(answer.body.message.length).toBeLessThan(12 * 1024);
    }
  });
});

it('a file that is sent twice in a large body is refused, in any order of long and short', async () => {
  const supplierInvoiceId = await invoiceOn(door, 'twice large');
  const long = JSON.stringify(Buffer.concat([samples.pdf, Buffer.alloc(1_500_000)]).toString('base64'));
  const short = JSON.stringify(samples.pdf.toString('base64'));
  for (const [one, other] of [
    [long, long],
    [long, short],
    [short, long],
  ])
    for (const name of ['content', 'c\\u006fntent']) {
      const text = `{"supplierInvoiceId":"${supplierInvoiceId}","fileName":"a.pdf","content":${one},"${name}":${other}}`;
      expectProblem(await postText(door, paths.attach, text), 400, /^content occurs twice\.$/);
    }
  const deep = `{"supplierInvoiceId":"${supplierInvoiceId}","fileName":"a.pdf","content":${long},"x":{"y":1,"y":2}}`;
  expectProblem(await postText(door, paths.attach, deep), 400, /^x\.y occurs twice\.$/);
});

describe('operators are told the same', () => {
  const headers = () => ({
    cookie: administrator.cookie,
    'x-doorway-console': '1',
    'content-type': 'application/json',
  });
  const post = (path: string, raw: string) => send(door.url, 'POST', api + path, { raw, headers: headers() });

  it('of a form', async () => {
    expectProblem(await post('/tokens', '{"name":"a","name":"b"}'), 400, 'name occurs twice.');
    expectProblem(
      await post('/session', '{"email":"a@b.se","password":"x","password":"y"}'),
      400,
      'password occurs twice.',
    );
    const project = '{"number":"P9","name":"x","proposalIds":[],"facilities":[{"number":"1","name":"a","name":"b"}]}';
    expectProblem(await post(`/companies/${door.company}/projects`, project), 400, 'facilities[0].name occurs twice.');
  });

  it('of a file, with the line', async () => {
    const file =
      '[{"number":"1","name":"a"},\n{"number":"2","name":"b","n\\u0061me":"c",\n"facilities":[{"number":"1","number":"1"}]}]';
    const { body } = await post(`/companies/${door.company}/projects/import`, file);
    expect(body.message.split('\n')).toEqual([
      'line 2: [1].name occurs twice',
      'line 2: [1].facilities[0].number occurs twice',
      'Nothing was imported, because the file has 2 mistakes.',
    ]);
  });

  it('of a file that is nested beyond any reason', async () => {
    const deep = `[{"number":${'['.repeat(1_000_000)}{"a":1,"a":1}${']'.repeat(1_000_000)}}]`;
    expectProblem(await post(`/companies/${door.company}/projects/import`, deep), 400);
  });
});

describe('two equal fields of a form are a 400', () => {
  const file = { name: 'file', fileName: 'a.pdf', type: 'application/pdf', content: samples.pdf };
  const note = { name: 'note', content: 'x' };
  it.each<[string, (id: FormField) => FormField[], string | RegExp]>([
    ['the invoice', (id) => [id, file, id], /^supplierInvoiceId occurs twice\.$/],
    ['any other field', (id) => [note, id, note, file, note], /^note occurs twice\.$/],
    ['a field and the file', (id) => [{ name: 'file', content: 'x' }, id, file], /^file occurs twice\.$/],
    ['the file', (id) => [id, file, file], 'The form has more than one file.'],
    [
      'as many as a form may have',
      () => [...Array.from({ length: 49 }, () => note), file],
      /^note occurs twice; supplierInvoiceId is required\.$/,
    ],
  ])('%s', async (_what, parts, message) => {
    const before = await countOf(door, 'attachments');
    const id = { name: 'supplierInvoiceId', content: await invoiceOn(door, 'twice form') };
    expectProblem(await door.call('POST', paths.attach, formOf(parts(id))), 400, message);
    expect(await countOf(door, 'attachments')).toBe(before);
  });
});
