import { deflateSync } from 'node:zlib';

/** A PDF with one page per drawing. /F1 is plain and /F2 bold. */
export function pdfOf(...drawings: string[]): Buffer {
  const pages = drawings.map((_, at) => `${5 + 2 * at} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...drawings.flatMap((drawing, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ]),
  ];
  return pdfFrom(objects.map((object) => Buffer.from(object, 'latin1')));
}

/** The objects with a cross-reference table. The first object is the catalogue. */
export function pdfFrom(objects: Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.5\n')];
  let offset = parts[0]?.length ?? 0;
  const offsets = objects.map((object, at) => {
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    offset += whole.length;
    return offset - whole.length;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.concat([
    ...parts,
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  ]);
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

const crc = (bytes: Buffer) =>
  ~bytes.reduce((sum, byte) => (crcTable[(sum ^ byte) & 255] as number) ^ (sum >>> 8), 0xffffffff) >>> 0;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A grey picture of 160 by 100. */
export const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('000000a0000000640800000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.alloc(100 * 161, 0xc8))),
  chunk('IEND', Buffer.alloc(0)),
]);
