import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { expectLinear } from '../../testing/linear.ts';
import { isLongRun } from '../../testing/long.ts';
import { countOf, creationNames, creationsOn, documentOf, postText, type Creation } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
const creations = await creationsOn(door);
afterAll(() => door.close());

const nested = (levels: number, open = '[', close = ']', core = '') =>
  open.repeat(levels) + core + close.repeat(levels);

/** One parser reads all bodies, and attach also looks for a file in a long one: these two get the longest bodies. */
const getsTheLongest = (name: string) => isLongRun || name === 'attach' || name === creationNames[0];

describe.each(creationNames)('%s', (name) => {
  let creation: Creation;
  let fields: string;
  const post = (text: string | Uint8Array, headers: Record<string, string> = {}) =>
    postText(door, creation.path, text, { headers });
  beforeAll(async () => {
    creation = creations.find((one) => one.name === name) as Creation;
    fields = JSON.stringify(await creation.body(`hostile ${name}`)).slice(1, -1);
  });

  it('refuses names that reach for a prototype, in plain letters and escaped', async () => {
    for (const key of ['"__proto__"', '"\\u005f_proto__"', '"__pr\\u006fto__"'])
      for (const text of [
        `{${fields},${key}:{"polluted":1}}`,
        `{${fields},"x":{${key}:null}}`,
        `{${fields},"x":[{"y":{${key}:1}}]}`,
        `{${key}:{${fields}}}`,
      ])
        expectProblem(
          await post(text),
          400,
          'The body has a field named __proto__ or constructor.prototype, which is refused. Leave it out.',
        );
    expectProblem(await post(`{${fields},"constructor":{"prototype":{"polluted":1}}}`), 400, 'constructor.prototype');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('refuses nesting of more than 20 levels, however deep', async () => {
    for (const deep of [
      nested(20),
      nested(100_000),
      nested(100_000, '{"a":', '}', '1'),
      nested(1_000, '[{"a":', '}]', '0'),
    ])
      expectProblem(await post(`{${fields},"x":${deep}}`), 400, 'The body must not be nested deeper than 20 levels.');
    for (const text of [nested(100_000), nested(100_000, '{"a":', '}', '1')]) expectProblem(await post(text), 400);
    expectProblem(await post(nested(200_000, '[', '')), 400);
  });

  it('survives nesting that a second field of the same name hides', async () => {
    for (const levels of getsTheLongest(name) ? [1_000, 5_000, 100_000] : [1_000])
      for (const visible of ['1', '1e1', '"\\ud83d\\ude00"']) {
        const text = `{${fields},"number":"hidden","externalReferenceId":"hidden","id":"hidden","supplierInvoiceId":"hidden","x":${nested(levels)},"x":${visible}}`;
        for (const answer of [await post(text), await post(text, { 'idempotency-key': `hidden ${name}` })])
          expect([200, 400, 409]).toContain(answer.status);
      }
    expect(door.logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
  });

  it('refuses what is not UTF-8', async () => {
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe5]])
      expectProblem(
        await post(Buffer.concat([Buffer.from(`{${fields},"x":"`), Buffer.from(bytes), Buffer.from('"}')])),
        400,
        'The body is not valid UTF-8. Encode it as UTF-8.',
      );
    for (const encoding of ['utf16le', 'latin1'] as const)
      expectProblem(await post(Buffer.from(`\uFEFF{${fields},"x":"å"}`, encoding)), 400);
  });

  it('refuses a great many fields, lines and problems without losing its breath', async () => {
    const many = getsTheLongest(name) ? 900_000 : 9_000;
    const texts = [
      `{"x":[${'0,'.repeat(many)}"\\u0000"]}`,
      `{"x":[${'0,'.repeat(many)}`,
      `{${Array.from({ length: many / 7.5 }, (_, at) => `"f${at}":1`).join(',')}}`,
    ];
    await expectLinear(async () => {
      for (const text of texts) expectProblem(await post(text), 400);
    });
  });

  it('takes 1,000 unknown fields in an object, at any depth, and refuses more', async () => {
    const names = (length: number) => Array.from({ length }, (_, at) => `"unheard${at}OfSoFar":1`).join(',');
    for (const length of getsTheLongest(name) ? [1_001, 1_050, 60_000] : [1_001])
      for (const text of [
        `{${fields},${names(length)}}`,
        `{${fields},"x":{${names(length)}}}`,
        `{${fields},"x":[1,{"y":{${names(length)}}}]}`,
      ])
        expect(await post(text), text.slice(0, 200)).toMatchObject({
          status: 400,
          body: {
            message:
              'An object in the body has more than 1,000 fields that the interface does not know. Send less at once.',
          },
        });
    const { status, body } = await post(
      `{${fields},${names(997)},"x":{${names(1_000)}},"y":{"z":[{${names(1_000)}}]},"w":1}`,
    );
    expect(status, body.message.slice(0, 300)).toBe(200);
    expect(body.message).toContain('980 more unknown fields were kept but not used.');
  });
});

it('a file’s request that holds millions of values besides is answered in a moment', async () => {
  const body = (await creations.find(({ name }) => name === 'attach')?.body('millions')) as object;
  const text = `${JSON.stringify(body).slice(0, -1)},"x":[${'0,'.repeat(8_000_000)}0]}`;
  await expectLinear(async () => expect((await postText(door, paths.attach, text)).status).toBeLessThan(500));
});

it('a byte order mark before the body is passed over', async () => {
  expect(
    (await postText(door, paths.invoices, '\uFEFF{"externalReferenceId":"mark","supplierNumber":"1"}')).status,
  ).toBe(200);
  expectProblem(await postText(door, paths.invoices, '\uFEFF\uFEFF{}'), 400);
});

it('fields that every object inherits are fields like any other', async () => {
  const before = await countOf(door, 'supplier_invoices');
  const odd = { toString: 'x', valueOf: null, hasOwnProperty: 1, constructor: 'y', length: 7 };
  const invoice = { externalReferenceId: 'inherited', supplierNumber: '1', ...odd };
  const { status, body } = await door.post(paths.invoices, invoice);
  expect(status, body.message).toBe(200);
  expect(JSON.parse(await documentOf(door, 'supplier_invoices', body.id))).toEqual(invoice);
  expectProblem(
    await door.post(paths.invoices, { externalReferenceId: 'inherited', supplierNumber: '1' }),
    409,
    /differs from what was sent now in [a-zA-Z, ]*toString/,
  );
  expect(await countOf(door, 'supplier_invoices')).toBe(before + 1);
});
