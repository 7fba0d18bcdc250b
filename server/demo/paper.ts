import type { DemoInvoice } from './records.ts';

/** An invoice on one page as a supplier prints it, as a PDF of a few kilobytes. */
export function paperOf(invoice: DemoInvoice): Buffer {
  const { supplier, lines, credits, paper } = invoice;
  const title = credits === undefined ? 'FAKTURA' : 'KREDITFAKTURA';
  const below = 560 - 22 * lines.length;
  const sums: [string, number][] = [
    ['Netto', invoice.net],
    ['Moms 25 %', invoice.vat],
    ...(paper.fee === 0 ? [] : [['Faktureringsavgift', paper.fee] as [string, number]]),
  ];
  const foot = below - 18 * sums.length;
  return pdfOf(
    [
      `${blue} rg 0 770 595 72 re f`,
      text(supplier.name, 48, 804, { bold: true, size: 19, colour: white }),
      text(`${supplier.city}, Sverige`, 48, 786, { size: 10, colour: white }),
      right(title, 547, 804, { bold: true, size: 19, colour: white }),
      right('Sida 1 (1)', 547, 786, { size: 10, colour: white }),
      ...fact('Fakturanummer', invoice.number, 48, 736),
      ...fact('Fakturadatum', dayOf(invoice.invoiceDate), 190, 736),
      ...fact('Förfallodag', dayOf(invoice.dueDate), 320, 736),
      ...fact('Villkor', '30 dagar netto', 450, 736),
      ...fact('Kund', 'Demo company', 48, 692),
      ...fact('Projekt', invoice.project, 190, 692),
      ...fact('Vår referens', 'Ordermottagningen', 320, 692),
      ...(credits === undefined ? [] : fact('Krediterar', credits, 450, 692)),
      `${light} rg 40 600 515 22 re f`,
      text('Benämning', 48, 607, { bold: true, size: 9.5 }),
      ...['Antal', 'Enhet', 'À-pris', 'Belopp'].map((name, at) =>
        right(name, columns[at] as number, 607, { bold: true, size: 9.5 }),
      ),
      ...lines.flatMap(({ text: words, quantity, unit, price }, at) => {
        const y = 580 - 22 * at;
        return [
          text(words, 48, y),
          ...[String(quantity), unit, kronor(price), kronor(quantity * price)].map((cell, index) =>
            right(cell, columns[index] as number, y),
          ),
          `0.88 G 40 ${y - 8} m 555 ${y - 8} l S`,
        ];
      }),
      ...sums.flatMap(([label, amount], at) => [
        text(label, 380, below - 18 * at),
        right(kronor(amount), 547, below - 18 * at),
      ]),
      `${light} rg 370 ${foot - 26} 185 26 re f`,
      text(credits === undefined ? 'Att betala' : 'Att kreditera', 380, foot - 18, { bold: true, size: 12 }),
      right(`${kronor(invoice.total + paper.fee)} SEK`, 547, foot - 18, { bold: true, size: 12 }),
      '0.75 G 40 132 m 555 132 l S',
      ...(paper.bankGiro === undefined ? [] : fact('Bankgiro', paper.bankGiro, 48, 110)),
      ...(supplier.postGiro === undefined ? [] : fact('Plusgiro', supplier.postGiro, 48, 110)),
      ...fact('OCR', invoice.ocr, 190, 110),
      ...fact('Organisationsnummer', supplier.organizationalNumber ?? '–', 320, 110),
      ...fact('Godkänd för F-skatt', 'Ja', 450, 110),
      text('Ange OCR-numret vid betalning. Påhittad faktura till demobolaget: betala den inte.', 48, 56, {
        size: 8.5,
        colour: grey,
      }),
    ].join('\n'),
  );
}

const blue = '0.13 0.25 0.42';
const light = '0.93 0.94 0.96';
const white = '1 1 1';
const grey = '0.4 0.44 0.5';
const columns = [330, 385, 465, 547];

const dayOf = (day: Date) => day.toISOString().slice(0, 10);

function kronor(ore: number): string {
  const [whole = '', cents = ''] = (Math.abs(ore) / 100).toFixed(2).split('.');
  return `${ore < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ' ')},${cents}`;
}

interface Look {
  bold?: boolean;
  size?: number;
  colour?: string;
}

function text(words: string, x: number, y: number, { bold = false, size = 10.5, colour = '0.1 0.12 0.16' }: Look = {}) {
  const safe = words.replaceAll(/[()\\]/g, (letter) => `\\${letter}`).replaceAll('–', '\\226');
  return `${colour} rg BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${safe}) Tj ET`;
}

const fact = (label: string, value: string, x: number, y: number) => [
  text(label, x, y, { size: 8.5, colour: grey }),
  text(value, x, y - 15, { size: 11 }),
];

/** The widths of Helvetica's letters are known to every reader; these are close enough to align texts. */
function right(words: string, x: number, y: number, look: Look = {}): string {
  const { bold = false, size = 10.5 } = look;
  const width = [...words].reduce((sum, letter) => sum + (widths[letter] ?? (letter < 'a' ? 0.68 : 0.53)), 0);
  return text(words, Number((x - width * size * (bold ? 1.04 : 1)).toFixed(2)), y, look);
}

const widths: Record<string, number> = {
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit, 0.556])),
  ...Object.fromEntries([...' ,.:/I'].map((letter) => [letter, 0.278])),
  ...Object.fromEntries([...'()-tfr²'].map((letter) => [letter, 0.333])),
  ...Object.fromEntries([...'il'].map((letter) => [letter, 0.222])),
  m: 0.833,
};

function pdfOf(drawing: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [5 0 R] /Count 1 >>',
    ...['Helvetica', 'Helvetica-Bold'].map(
      (font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
    ),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  let file = '%PDF-1.5\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  // One byte for each letter: Swedish letters are the same in this encoding and in WinAnsi.
  return Buffer.from(file, 'latin1');
}
