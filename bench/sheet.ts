import { randomBytes } from 'node:crypto';

/** A PDF of a scanned sheet: one page with one picture. Each name makes another file of the same length. */
export function scannedSheet(bytes: number): (name: string) => Buffer[] {
  const overhead = 1_024;
  const width = 1_000;
  const height = Math.floor((bytes - overhead) / width);
  const picture = randomBytes(width * height);
  const content = 'q 595 0 0 842 0 0 cm /I Do Q';
  const objects: (string | Buffer)[][] = [
    ['<</Type/Catalog/Pages 2 0 R>>'],
    ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    ['<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>'],
    [
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Length ${picture.length}>>\nstream\n`,
      picture,
      '\nendstream',
    ],
    [`<</Length ${content.length}>>\nstream\n${content}\nendstream`],
  ];
  const header = (name: string) => `%PDF-1.7\n%${name.padEnd(36)}\n`;
  const pieces: Buffer[] = [];
  const offsets: number[] = [];
  let offset = header('').length;
  const add = (piece: string | Buffer) => {
    pieces.push(Buffer.from(piece as string));
    offset += piece.length;
  };
  for (const [at, parts] of objects.entries()) {
    offsets.push(offset);
    add(`${at + 1} 0 obj\n`);
    parts.forEach(add);
    add('\nendobj\n');
  }
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return (name) => [Buffer.from(header(name)), ...pieces];
}
