import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { bomb, bombFilter, pdfOf, pdfOfSheets, shown, stream, type Sheet } from './pdf.testing.ts';
import { createPdfReader } from './reader.ts';

const { signal } = new AbortController();
const reader = createPdfReader({ maxMs: 60_000 });
afterAll(() => reader.close());
const read = (bytes: Uint8Array<ArrayBuffer>) => reader.read(bytes, signal);
const sheet = (...texts: string[]): Sheet => ({
  content: texts.map((text, at) => shown(text, 50, 700 - 20 * at)).join('\n'),
});
const hello = pdfOfSheets([sheet('Hej')]);
const edited = (file: Uint8Array, edit: (text: string) => string) =>
  Uint8Array.from(Buffer.from(edit(Buffer.from(file).toString('latin1')), 'latin1'));

describe('a file', () => {
  it('has its lines by page, in the order of the reader’s eye', async () => {
    const content = [shown('5050-1055', 150, 700), shown('Under', 50, 680), shown('Bankgiro', 50, 700)].join('\n');
    const file = pdfOfSheets([
      { content },
      { content: '' },
      { content: deflateSync(deflateSync(Buffer.from(shown('Året 2026', 50, 700), 'latin1'))), filter: bombFilter },
    ]);
    expect(await read(file)).toEqual({
      outcome: 'read',
      pages: [['Bankgiro  5050-1055', 'Under'], [], ['Året 2026']],
      isCut: false,
    });
  });

  it.each([0, 90, 180, 270])(
    'is read the same if its page is turned by %i degrees, also by the text itself',
    async (angle) => {
      const content = sheet('Faktura', 'Summa').content as string;
      const turn = { 0: '1 0 0 1 0 0', 90: '0 1 -1 0 720 0', 180: '-1 0 0 -1 595 842', 270: '0 -1 1 0 -200 842' }[
        angle
      ];
      const file = pdfOfSheets([
        { content, entries: `/Rotate ${angle}` },
        { content: `${turn} cm\n${content}`, entries: `/Rotate ${angle}` },
        { content: `${turn} cm\n${content}` },
      ]);
      const lines = ['Faktura', 'Summa'];
      expect(await read(file)).toMatchObject({ pages: [lines, lines, lines] });
    },
  );

  it('has the values of its form fields', async () => {
    const field = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (ocr) /V (1234567897) /Rect [120 696 220 710] >>';
    const file = pdfOfSheets([{ ...sheet('OCR'), entries: '/Annots [6 0 R]' }], [field]);
    expect(await read(file)).toMatchObject({ pages: [['OCR  1234567897']] });
  });

  it('is read in spite of a broken table or a broken page', async () => {
    const broken = edited(hello, (text) => text.replace(/startxref\n\d+/, 'startxref\n7'));
    expect(await read(broken)).toMatchObject({ pages: [['Hej']] });
    const file = pdfOfSheets([{ content: 'x', filter: '/Filter /FlateDecode' }, sheet('Två')]);
    expect(await read(file)).toMatchObject({ pages: [[], ['Två']] });
  });

  it('is cut after 30 pages and 50,000 letters of a page', async () => {
    const many = await read(pdfOfSheets(Array.from({ length: 31 }, (_, at) => sheet(`Sida ${at + 1}`))));
    expect(many).toMatchObject({ outcome: 'read', isCut: true });
    expect('pages' in many && many.pages.flat()).toHaveLength(30);
    const long = await read(pdfOfSheets([{ content: `${shown('x'.repeat(50), 9, 9)}\n`.repeat(1_200) }]));
    expect(long).toMatchObject({ outcome: 'read', isCut: true });
  });

  it.each([
    ['without text', pdfOfSheets([{ content: '0 0 9 9 re f' }]), { outcome: 'empty', isCut: false }],
    [
      'that is no PDF inside',
      Uint8Array.from(Buffer.from('%PDF-1.7\nnothing\n%%EOF')),
      { outcome: 'failed', reason: 'broken' },
    ],
    [
      'that needs a password',
      pdfOfSheets(
        [sheet('Hej')],
        [`<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`],
        '/Encrypt 6 0 R /ID [<41> <41>]',
      ),
      { outcome: 'failed', reason: 'password' },
    ],
  ])('%s has no text', async (_what, file, outcome) => {
    expect(await read(file)).toEqual(outcome);
  });
});

describe('a hostile file', () => {
  const form = (content: string, inner: number) =>
    stream(
      content,
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> /XObject << /X ${inner} 0 R >> >>`,
    );
  const within = '/Resources << /Font << /F1 3 0 R >> /XObject << /X 6 0 R >> >>';
  const font = (more: string) =>
    `<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [7 0 R] ${more} >>`;
  const descendant = (more: string) =>
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A ${more} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 4 >> >>`;
  const inFont = { content: shown('abcd', 9, 9), entries: '/Resources << /Font << /F1 6 0 R >> >>' };
  const range =
    'begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 beginbfrange <00000000> <00ffffff> <0041> endbfrange endcmap';
  const files: Record<string, Uint8Array<ArrayBuffer>> = {
    'that unpacks to 4 GiB of spaces': pdfOfSheets([{ content: bomb(' '.repeat(1024), 4_096), filter: bombFilter }]),
    'that draws a form 10 billion times': pdfOfSheets(
      [{ content: '/X Do', entries: within }],
      Array.from({ length: 11 }, (_, at) => form(at === 10 ? shown('x', 1, 1) : '/X Do '.repeat(10), 7 + at)),
    ),
    'that maps 16 million characters': pdfOfSheets([inFont], [font('/ToUnicode 8 0 R'), descendant(''), stream(range)]),
    'that gives two billion widths': pdfOfSheets([inFont], [font(''), descendant('/W [0 2000000000 500]')]),
  };
  const limited = createPdfReader({ maxMs: 750, maxBytes: 96 * 1024 * 1024 });
  afterAll(() => limited.close());

  /** On a busy machine that may be too short for the first try. */
  const isReadAfterwards = async () => {
    await expect.poll(() => limited.read(Uint8Array.from(hello), signal)).toMatchObject({ pages: [['Hej']] });
  };

  it(`${Object.keys(files).join(', or ')} costs only its own reading`, async () => {
    for (const [what, file] of Object.entries(files)) {
      const outcome = await limited.read(Uint8Array.from(file), signal);
      expect([what, outcome]).toEqual([
        what,
        { outcome: 'failed', reason: expect.stringMatching(/^(?:time|memory)$/) },
      ]);
    }
    await isReadAfterwards();
  });

  it('that unpacks to 256 MiB of text, more than a reading may take, is read as far as it is stored', async () => {
    const content = bomb(`${shown('abc', 9, 9)}\n`.repeat(28), 256);
    expect(await read(pdfOfSheets([{ content, filter: bombFilter }]))).toEqual({
      outcome: 'read',
      pages: [['abc']],
      isCut: true,
    });
  });

  it.each([
    [
      'whose pages contain themselves',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 5 >>']),
    ],
    ['whose form draws itself', pdfOfSheets([{ content: '/X Do', entries: within }], [form('/X Do /X Do', 6)])],
    ['with 100,000 brackets', pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /K '.repeat(100_000)])],
  ])('%s is read to its end', async (_what, file) => {
    expect(await limited.read(file, signal)).toMatchObject({ outcome: expect.stringMatching(/^(?:empty|failed)$/) });
    await isReadAfterwards();
  });

  it('does not keep the service from stopping', async () => {
    const stopping = new AbortController();
    const patient = createPdfReader({ maxMs: 60_000 });
    const reading = patient.read(
      Uint8Array.from(files['that draws a form 10 billion times'] as Uint8Array<ArrayBuffer>),
      stopping.signal,
    );
    stopping.abort(new Error('the service stops'));
    await expect(reading).rejects.toThrow('the service stops');
    await patient.close();
  });
});
