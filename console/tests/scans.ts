import { randomBytes } from 'node:crypto';
import { pdfFrom } from './files.ts';

const rows = 32;

/**
 * A black bar of 16 between two white ones of 8, on 32 rows, in fax coding (ITU-T T.6): the first row places the bar,
 * each further row repeats it.
 */
const bar = packed(['001', '10011', '0000010111', '1', '111'.repeat(rows - 1), '000000000001'.repeat(2)].join(''));

function packed(bits: string): Buffer {
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A TIFF of two pages with fax compression, as scanning services send it. */
export function faxTiff(): Buffer {
  const tags = (strip: number): [tag: number, type: number, value: number][] => [
    [256, 4, 32],
    [257, 4, rows],
    [258, 3, 1],
    [259, 3, 4],
    [262, 3, 0],
    [273, 4, strip],
    [277, 3, 1],
    [278, 4, rows],
    [279, 4, bar.length],
  ];
  const head = Buffer.from('49492a0008000000', 'hex');
  const length = 2 + 12 * tags(0).length + 4;
  const strip = head.length + 2 * length;
  const directory = (next: number) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt16LE(tags(0).length, 0);
    tags(strip).forEach(([tag, type, value], at) => {
      bytes.writeUInt16LE(tag, 2 + 12 * at);
      bytes.writeUInt16LE(type, 4 + 12 * at);
      bytes.writeUInt32LE(1, 6 + 12 * at);
      bytes.writeUInt32LE(value, 10 + 12 * at);
    });
    bytes.writeUInt32LE(next, length - 4);
    return bytes;
  };
  return Buffer.concat([head, directory(head.length + length), directory(0), bar]);
}

/** A PDF whose page is a JBIG2 picture, as scanners write it. */
export function scannedPdf(): Buffer {
  const segment = (number: number, type: number, data: Buffer) => {
    const header = Buffer.alloc(11);
    header.writeUInt32BE(number, 0);
    header.writeUInt8(type, 4);
    header.writeUInt8(1, 6);
    header.writeUInt32BE(data.length, 7);
    return Buffer.concat([header, data]);
  };
  const size = Buffer.from('0000002000000020', 'hex');
  const page = Buffer.concat([size, Buffer.alloc(11)]);
  const region = Buffer.concat([size, Buffer.alloc(9), Buffer.from([1]), bar]);
  const picture = Buffer.concat([segment(0, 48, page), segment(1, 38, region)]);
  const drawing = 'q 595 0 0 842 0 0 cm /I Do Q';
  const texts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ].map((text) => Buffer.from(text));
  const head = `<< /Type /XObject /Subtype /Image /Width 32 /Height ${rows} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode /Length ${picture.length} >>`;
  return pdfFrom([...texts, Buffer.concat([Buffer.from(`${head}\nstream\n`), picture, Buffer.from('\nendstream')])]);
}

/** A PDF of scanned pages with a line of text each; a page takes 160 KB. */
export function longScan(pages: number): Buffer {
  const side = 400;
  const streamOf = (head: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${head} /Length ${content.length} >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]);
  const numbers = Array.from({ length: pages }, (_, at) => 4 + 3 * at);
  return pdfFrom([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /MediaBox [0 0 595 842] >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    ...numbers.flatMap((number, at) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /I ${number + 2} 0 R >> >> >>`,
      ),
      streamOf(
        '',
        Buffer.from(
          `q 500 0 0 600 48 100 cm /I Do Q BT /F1 20 Tf 48 760 Td (Sheet ${at + 1} of the scan${at === 2 ? ', SCAN-41' : ''}) Tj ET`,
        ),
      ),
      streamOf(
        `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`,
        randomBytes(side * side),
      ),
    ]),
  ]);
}
