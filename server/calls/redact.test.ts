import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { openOwnApp, paths, type Door } from '../testing/door.ts';
import { expectLinear } from '../testing/linear.ts';
import { traceIdOf } from '../testing/happenings.ts';
import { runs } from '../testing/properties.ts';
import { redact } from './redact.ts';

const shown = (body: unknown) => JSON.parse(redact(JSON.stringify(body), true));

describe('bank numbers', () => {
  it('keep their end, so that an operator recognises them', () => {
    expect(
      shown({
        supplierBankGiro: '991-2346',
        supplierPostGiro: '12345-5',
        iban: 'SE4550000000058398257466',
        bicSwift: 'ESSESESS',
      }),
    ).toEqual({
      supplierBankGiro: '•••2346',
      supplierPostGiro: '•••55',
      iban: '•••7466',
      bicSwift: '•••SESS',
    });
  });

  it('are masked under names that the interface does not know, as numbers, in lists and in objects', () => {
    expect(
      shown({
        BANK_GIRO: '991-2346',
        account: 99_123_456,
        IBANs: ['SE45 5000 0000 0583 9825 7466', null],
        konto: { no: '4455667788', ok: true },
      }),
    ).toEqual({
      BANK_GIRO: '•••2346',
      account: '•••3456',
      IBANs: ['•••7466', null],
      konto: { no: '•••7788', ok: true },
    });
  });

  it('do not hide behind escapes', () => {
    expect(redact('{"bank\\u0047iro":"991-2346","a":"x\\u0040example.com"}', true)).toBe(
      '{"bankGiro":"•••2346","a":"•••"}',
    );
  });

  it('are masked within a text', () => {
    expect(shown({ description: 'Pay to SE45 5000 0000 0583 9825 7466, ask faktura@nordbygg.example' })).toEqual({
      description: 'Pay to •••7466, ask •••',
    });
  });
});

describe('personal numbers', () => {
  it('lose their last digits in every field for an organisational number', () => {
    expect(
      shown({
        organizationalNumber: '811218-9876',
        supplierOrganizationalNumber: '19811218-9876',
        OrgNr: 8_112_189_876,
        personnummer: ['8112189876'],
        vatNumber: 'SE811218987601',
      }),
    ).toEqual({
      organizationalNumber: '811218-****',
      supplierOrganizationalNumber: '811218-****',
      OrgNr: '811218-****',
      personnummer: ['811218-****'],
      vatNumber: '811218-****',
    });
  });

  it('are distinguished from organisational numbers, which stay unchanged', () => {
    const text =
      '{"organizationalNumber": "556016-0680", "orgNo": 5560160680, "VAT number":"SE556016068001", "org": null}';
    expect(redact(text, true)).toBe(text);
  });
});

it('addresses, telephone numbers, tokens and file contents are not shown at all', () => {
  expect(
    shown({
      email: 'a@example.com',
      phone: '+46 18 000 00 00',
      note: 'token dw_abcdefghijklmnop',
      content: 'JVBERi0xLjcK',
    }),
  ).toEqual({
    email: '•••',
    phone: '•••',
    note: 'token •••',
    content: '••• (12 characters)',
  });
});

it('everything else stays unchanged, digit for digit', () => {
  const text =
    '{ "totalPrice": 1568.7500000000000000001, "big": 1e14,\n "articles": [ {"price":-0.10} ], "n": null, "t": true, "s": "", "å": "\u{1F600}" }';
  expect(redact(text, true)).toBe(text);
});

it('a long value and a long body are cut, with a mark', () => {
  expect(shown({ name: 'x'.repeat(5_000) }).name).toBe(`${'x'.repeat(1_000)}… (5,000 characters)`);
  const long = redact(JSON.stringify(Array.from({ length: 5_000 }, (_, n) => ({ articleNumber: `å${n}` }))), true);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(16 * 1024);
  expect(long).toMatch(/… \(cut\)$/);
});

it('a body of 30 MB is redacted quickly', async () => {
  const text = `{"content":"${'QUJD'.repeat(8_000_000)}","fileName":"a.pdf"}`;
  await expectLinear(() => {
    expect(redact(text, true)).toBe('{"content":"••• (32,000,000 characters)","fileName":"a.pdf"}');
    expect(redact(' '.repeat(30_000_000), false).length).toBeLessThan(16 * 1024);
    expect(redact('a@'.repeat(1_000_000), false).length).toBeLessThan(16 * 1024);
    expect(redact('"\\'.repeat(1_000_000), false).length).toBeLessThan(17 * 1024);
  });
});

it('a body that is not JSON shows no bank number', () => {
  for (const broken of [
    '{"bankGiro": "991-2346',
    "{'bankGiro': '991-2346'}",
    'bankGiro=991-2346',
    '{"bankGiro: "991-2346", "iban": "SE4550000000058398257466"}',
    '{"bankGiro" 9912346}',
  ]) {
    const text = redact(broken, false);
    expect(text).not.toMatch(/991-2|99123|500000/);
    expect(text).toContain('ankGiro');
  }
});

it('any body is redacted to JSON of the same shape, without the secret', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.constantFrom('bankGiro', 'iban', 'email', 'phone', 'content'),
      (value, name) => {
        const secret = 'secret991secret2346secret';
        const text = redact(JSON.stringify({ value, deep: [{ [name]: secret, list: { [name]: [[secret]] } }] }), true);
        expect(text).not.toContain('secret991');
        if (!text.endsWith('… (cut)')) expect(Object.keys(JSON.parse(text))).toEqual(['value', 'deep']);
      },
    ),
    runs(300),
  );
});

describe('the table', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openOwnApp('A process keeps only a few calls a minute that belong to no company.');
  });
  afterAll(() => door.close());

  it('has no bank number, e-mail address, telephone number, token or file content of any operation', async () => {
    const secrets = {
      bankGiro: '991-2346',
      postGiro: '12345-5',
      iban: 'SE4550000000058398257466',
      bicSwift: 'ESSESESS',
      email: 'faktura@nordbygg.example',
      phone: '+46 18 000 00 00',
    };
    const content = Buffer.from('<invoice>the content</invoice>').toString('base64');
    const supplier = { number: '1', name: 'Nordbygg', ...secrets };
    const invoice = {
      externalReferenceId: 'r',
      supplierNumber: '1',
      supplierBankGiro: '991-2346',
      supplierPostGiro: '12345-5',
    };
    const raw = { 'content-type': 'application/json' };
    const calls = [
      await door.post(paths.suppliers, supplier),
      await door.post(paths.suppliers, supplier),
      await door.post(paths.suppliers, { ...supplier, name: 7 }),
      await door.call('POST', paths.suppliers, { raw: JSON.stringify(supplier).slice(0, -3), headers: raw }),
      await door.post(paths.invoices, invoice),
      await door.post(paths.invoices, { ...invoice, externalReferenceId: 's', supplierNumber: '2' }),
      await door.post(paths.attach, { supplierInvoiceId: 'x', fileName: 'a.pdf', content }),
      await door.post(paths.attach, { supplierInvoiceId: 'x', fileName: 'a.xml', content, note: door.token }),
      await door.call('POST', `${paths.attach}/${door.token}?t=${door.token}`),
    ];
    expect(calls.map(({ status }) => status)).toEqual([200, 409, 400, 400, 200, 400, 400, 400, 404]);
    // The last call reached no operation, so it is stored without a company.
    const kept = async () =>
      (
        await door.pool.query<{ row: string }>(
          'SELECT row_to_json(calls)::text AS row FROM calls WHERE trace_id = ANY ($1::uuid[])',
          [calls.map(traceIdOf)],
        )
      ).rows;
    await expect.poll(kept).toHaveLength(calls.length);
    const rows = await kept();
    const everything = rows.map(({ row }) => row).join('\n');
    for (const secret of [...Object.values(secrets), content, door.token]) expect(everything).not.toContain(secret);
    expect(everything).toContain('•••2346');
  });
});
