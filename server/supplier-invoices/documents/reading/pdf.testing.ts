import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** A file of these objects, the first of which is the catalogue. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Uint8Array<ArrayBuffer> {
  const parts = [Buffer.from('%PDF-1.7\n')];
  let length = 9;
  const offsets = objects.map((object, at) => {
    const offset = length;
    const part = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  const bytes = Buffer.concat([...parts, Buffer.from(end)]);
  return Uint8Array.from(bytes);
}

export const stream = (content: string | Buffer, entries = ''): Buffer => {
  const bytes = Buffer.from(content as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
};

export interface Sheet {
  content: string | Buffer;
  /** Entries of the page, such as /Rotate 90. */
  entries?: string;
  /** Entries of the content's stream. */
  filter?: string;
}

/** One page for each content; `/F1` is Helvetica. Further objects begin with number 4 + 2 × pages. */
export function pdfOfSheets(
  sheets: readonly Sheet[],
  more: readonly (string | Buffer)[] = [],
  trailer = '',
): Uint8Array<ArrayBuffer> {
  return pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${sheets.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] /Count ${sheets.length} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...sheets.flatMap(({ content, entries = '', filter = '' }, at) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * at} 0 R ${
          entries.includes('/Resources') ? '' : '/Resources << /Font << /F1 3 0 R >> >>'
        } ${entries} >>`,
        stream(content, filter),
      ]),
      ...more,
    ],
    trailer,
  );
}

/** Draws a text in Helvetica. */
export const shown = (text: string, x: number, y: number, size = 10): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;

/** Text that is this many times as long when both its filters are undone: made of one block, again and again. */
export function bomb(text: string, times: number): Buffer {
  const block = deflateRawSync(text.repeat(1024), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const header = Buffer.from([0x78, 0xda]);
  const last = deflateRawSync('');
  return deflateSync(Buffer.concat([header, ...Array.from({ length: times }, () => block), last]), { level: 9 });
}
export const bombFilter = '/Filter [/FlateDecode /FlateDecode]';
