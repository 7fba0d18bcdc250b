import { pdfOf } from './files.ts';

interface Paper {
  number: string;
  supplier: string;
  customer: string;
  lines: { text: string; quantity: string; price: string; total: string }[];
  sums: [label: string, amount: string][];
}

/** An invoice on two pages, as a supplier prints it. */
export const invoicePaper = ({ number, supplier, customer, lines, sums }: Paper): Buffer =>
  pdfOf(
    [
      '0.16 0.28 0.55 rg 0 782 595 60 re f',
      text(supplier, 48, 804, { bold: true, size: 20, colour: '1 1 1' }),
      text('INVOICE', 440, 804, { bold: true, size: 20, colour: '1 1 1' }),
      text('Invoice number', 48, 738, { colour: grey }),
      text(number, 48, 722, { bold: true, size: 13 }),
      text('Customer', 230, 738, { colour: grey }),
      text(customer, 230, 722, { size: 13 }),
      text('Terms', 440, 738, { colour: grey }),
      text('30 days net', 440, 722, { size: 13 }),
      '0.93 0.94 0.96 rg 40 668 515 24 re f',
      ...row(676, ['Description', 'Quantity', 'Price', 'Amount'], true),
      ...lines.flatMap((line, at) => row(644 - 26 * at, [line.text, line.quantity, line.price, line.total])),
      `0.75 G 40 ${632 - 26 * lines.length} m 555 ${632 - 26 * lines.length} l S`,
      ...sums.flatMap(([label, amount], at) => {
        const y = 606 - 26 * lines.length - 24 * at;
        const bold = at === sums.length - 1;
        return [
          text(label, 350, y, { bold, size: bold ? 14 : 11 }),
          text(amount, 460, y, { bold, size: bold ? 14 : 11 }),
        ];
      }),
      text('Reverse charge does not apply. Please state the OCR number with your payment.', 48, 60, {
        size: 9,
        colour: grey,
      }),
    ].join('\n'),
    [
      text('Terms of delivery', 48, 760, { bold: true, size: 16 }),
      text(`Page 2 of invoice ${number}`, 48, 730, {}),
    ].join('\n'),
  );

const grey = '0.4 0.44 0.5';

/** Swedish letters are one byte each in this encoding. */
function text(
  words: string,
  x: number,
  y: number,
  { bold = false, size = 11, colour = '0.1 0.12 0.16' }: { bold?: boolean; size?: number; colour?: string },
): string {
  const safe = words.replaceAll(/[()\\]/g, (letter) => `\\${letter}`);
  return `${colour} rg BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${safe}) Tj ET`;
}

const columns = [48, 320, 395, 470];
const row = (y: number, cells: string[], bold = false) =>
  cells.map((cell, at) => text(cell, columns[at] ?? 48, y, { bold }));
