import { afterAll, describe, expect, it } from 'vitest';
import { parametersOf } from '../../../ground/http/bodies/coding.ts';
import { openDoor, paths } from '../../../testing/door.ts';
import { filesOf, pdfOf } from '../../../testing/files.ts';
import { invoiceOn } from '../../../testing/operations.ts';
import { expectLinear } from '../../../testing/linear.ts';
import { expectProblem } from '../../../testing/problem.ts';

let supplierInvoiceId: string;
let seeds = 0;
const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

const boundary = 'names';
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

function formWith(disposition: Buffer, id: Uint8Array = utf8(supplierInvoiceId)): Buffer {
  return Buffer.concat([
    utf8(`--${boundary}\r\nContent-Disposition: form-data; name="supplierInvoiceId"\r\n\r\n`),
    id,
    utf8(`\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"`),
    disposition,
    utf8('\r\nContent-Type: application/pdf\r\n\r\n'),
    pdfOf(200, `name ${seeds++}`),
    utf8(`\r\n--${boundary}--\r\n`),
  ]);
}

async function attach(disposition: Buffer | string, id?: Uint8Array) {
  supplierInvoiceId = await invoiceOn(door, `names ${seeds++}`);
  return door.call('POST', paths.attach, { raw: formWith(Buffer.from(disposition as string), id), headers });
}
const nameOf = async (id: string) =>
  (await door.pool.query('SELECT file_name FROM attachments WHERE id = $1', [id])).rows[0].file_name;

describe('a file in a form is named', () => {
  it.each([
    ['in UTF-8', '; filename="Räkning “åäö” 😀.pdf"', 'Räkning “åäö” 😀.pdf'],
    [
      'in UTF-8 with letters and marks apart, as macOS writes it',
      `; filename="${'Räkning.pdf'.normalize('NFD')}"`,
      'Räkning.pdf'.normalize('NFD'),
    ],
    ['with the quotes that a browser escapes', '; filename="2%22 rör %22A%22.pdf"', '2" rör "A".pdf'],
    ['with the line break that a browser escapes', '; filename="a%0D%0Ab.pdf"', 'a\r\nb.pdf'],
    ['with quotes and backslashes as older clients escape them', '; filename="the \\"best\\".pdf"', 'the "best".pdf'],
    ['with other percent signs, which stay', '; filename="50% rabatt %20 %2F %0a.pdf"', '50% rabatt %20 %2F %0a.pdf'],
    ['with a semicolon and an equals sign', '; filename="a; filename=b.pdf"', 'a; filename=b.pdf'],
    ['without the folders of the sender', '; filename="C:\\invoices\\2026\\y.pdf"', 'y.pdf'],
    ['without a way upwards', '; filename="../../x.pdf"', 'x.pdf'],
    ['without quotes', '; filename=plain.pdf', 'plain.pdf'],
    ['in capitals and with spaces', ' ; FileName = "a.pdf" ;', 'a.pdf'],
    ['on a second line', ';\r\n filename="a.pdf"', 'a.pdf'],
    [
      'by filename* after filename',
      `; filename="R_kning.pdf"; filename*=UTF-8''R%C3%A4kning%20%E2%82%AC.pdf`,
      'Räkning €.pdf',
    ],
    ['by filename* before filename', `; filename*=utf-8''R%c3%a4kning.pdf; filename="R_kning.pdf"`, 'Räkning.pdf'],
    ['by filename* alone', `; filename*=UTF-8''a%22b%25.pdf`, 'a"b%.pdf'],
    ['by filename* with a language', `; filename*=UTF-8'sv-SE'R%C3%A4kning.pdf`, 'Räkning.pdf'],
    ['by filename* in ISO-8859-1', `; filename*=iso-8859-1'sv'R%E4kning.pdf`, 'Räkning.pdf'],
    [
      'by filename* as JavaScript escapes it',
      `; filename*=UTF-8''${encodeURIComponent("it's (å)*!.pdf")}`,
      "it's (å)*!.pdf",
    ],
    [
      'by filename* beside a filename that is not UTF-8',
      latin1(`; filename="R\xE4kning.pdf"; filename*=UTF-8''R%C3%A4kning.pdf`),
      'Räkning.pdf',
    ],
    ['by filename* without its folders', `; filename*=UTF-8''..%2F..%5Cx.pdf`, 'x.pdf'],
  ])('%s', async (_how, disposition, name) => {
    const { status, body } = await attach(Buffer.from(disposition as string));
    expect(status, body.message).toBe(200);
    expect(await nameOf(body.id)).toBe(name);
  });
});

it('names that a client’s FormData writes come back as they are', async () => {
  for (const name of [
    'a"b.pdf',
    'a\nb.pdf',
    '100%.pdf',
    'a;b=c.pdf',
    'Faktura 2026–11 ”å”.pdf',
    'Räkning.pdf'.normalize('NFD'),
  ]) {
    const form = new FormData();
    form.set('supplierInvoiceId', await invoiceOn(door, `names ${seeds++}`));
    form.set('file', new Blob([pdfOf(200, `name ${seeds++}`)], { type: 'application/pdf' }), name);
    const { status, body } = await door.call('POST', paths.attach, { raw: form });
    expect(status, body.message).toBe(200);
    // Browsers send every line break as CR LF.
    expect((await nameOf(body.id)).replace('\r\n', '\n')).toBe(name);
  }
});

const notReadable = `filename* is not valid, send it as in UTF-8''r%C3%A4kning.pdf.`;
const notUtf8 = 'the file name is not valid UTF-8.';

describe('a form is refused, and nothing is kept of it,', () => {
  it.each([
    ['whose file name is in ISO-8859-1', latin1('; filename="R\xE4kning.pdf"'), notUtf8],
    ['whose file name ends in half a letter', latin1('; filename="R\xC3"'), notUtf8],
    ['whose file name is half of a surrogate pair', latin1('; filename="\xED\xA0\xBD.pdf"'), notUtf8],
    ['whose filename* has no charset', '; filename*=a.pdf', notReadable],
    ['whose filename* has no language’s quotes', "; filename*=UTF-8'a.pdf", notReadable],
    ['whose filename* has another charset', "; filename*=shift_jis''a.pdf", notReadable],
    ['whose filename* is not UTF-8', "; filename*=UTF-8''R%E4kning.pdf", notReadable],
    ['whose filename* has half an escape', "; filename*=UTF-8''a%2.pdf", notReadable],
    ['whose filename* is not escaped', "; filename*=UTF-8''räkning.pdf", notReadable],
    ['whose filename* is not valid beside a good filename', `; filename="a.pdf"; filename*=UTF-8''%`, notReadable],
    ['whose file name has U+0000', `; filename*=UTF-8''a%00.pdf`, '"fileName" must not contain U+0000'],
    [
      'whose filename* is too long',
      `; filename*=UTF-8''${'%C3%A4'.repeat(252)}.pdf`,
      'the file name must have at most 255 characters.',
    ],
    ['whose file name is a folder', '; filename=".."', 'the part file has no file name'],
    ['whose file has two names', '; filename="a.pdf"; filename="b.pdf"', 'The form is not valid multipart/form-data'],
    ['whose file name never ends', '; filename="a.pdf', 'The form is not valid multipart/form-data'],
    ['whose headers never end', `; filename="${'a'.repeat(20_000)}.pdf"`, 'The form is not valid multipart/form-data'],
  ])('%s', async (_what, disposition, message) => {
    const { kept } = await filesOf(door);
    expectProblem(await attach(Buffer.from(disposition as string)), 400, message);
    expect(await filesOf(door)).toEqual({ kept, incoming: [] });
  });

  it('whose supplierInvoiceId is not UTF-8', async () => {
    expectProblem(
      await attach('; filename="a.pdf"', latin1('\xE5\xE4\xF6')),
      400,
      'supplierInvoiceId is not valid UTF-8.',
    );
  });

  it('that has a field twice', async () => {
    const id = await invoiceOn(door, `names ${seeds++}`);
    const field = `Content-Disposition: form-data; name="supplierInvoiceId"\r\n\r\n${id}\r\n--${boundary}\r\n`;
    const raw = formWith(utf8('; filename="a.pdf"'), utf8(`${id}\r\n--${boundary}\r\n${field}X: y\r\n\r\n`));
    expectProblem(await door.call('POST', paths.attach, { raw, headers }), 400, 'supplierInvoiceId occurs twice.');
  });
});

it('the worst headers are read in no time', async () => {
  for (const piece of [';', '; ', ' ', '"', '\\', '\\"', ';a=', ';a="', ';a= ', ';a="\\', "'", '%', '=']) {
    const header = piece.repeat(Math.floor(1_000_000 / piece.length));
    await expectLinear(() => parametersOf(`form-data;a=${header}`));
    await expectLinear(() => parametersOf(`form-data;a="${header}`));
  }
});

it('a name in JSON is held to the same length and characters', async () => {
  const body = { supplierInvoiceId: await invoiceOn(door, 'json'), content: pdfOf(200, 'json').toString('base64') };
  expectProblem(
    await door.post(paths.attach, { ...body, fileName: `${'ä'.repeat(252)}.pdf` }),
    400,
    'fileName must have at most 255 characters',
  );
  expectProblem(
    await door.post(paths.attach, { ...body, fileName: 'a\0.pdf' }),
    400,
    'fileName must not contain U+0000',
  );
  expect((await door.post(paths.attach, { ...body, fileName: 'a\r\n"b".pdf' })).status).toBe(200);
});
