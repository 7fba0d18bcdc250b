import { absolute, divided, tenTo, type Decimal } from '../../../common/decimal.ts';
import { cellsBelow, letters, type DocumentLine } from './lines.ts';

const currencies = 'sek|eur|euro|nok|dkk|usd|gbp|chf|pln|czk|kr|kronor|[€$£]';

/** Words that make a number without decimals an amount. */
const amountWords = new RegExp(
  'tot|summ?[ae]|betal|belopp|bel[øo][bp]|amount|betrag|pris|price|preis|nett|brutt|saldo|balance|due|kredit|credit|' +
    'tillgod|erhåll|yhteens|maksettav|zahl|i alt|moms|mva|tax|vat|avgift|fee|pay|' +
    `(?<![${letters}])(?:${currencies})(?![${letters}])`,
);

/** A number before it, or a thousands group, would make it a part of a larger number. */
const left = (whole: string) =>
  String.raw`(?<!\d|\d[.,:'’\-/])${whole.length % 3 === 0 ? String.raw`(?<!(?<![\d${letters}.,])\d{1,3} )` : ''}`;
const right = String.raw`(?!\d| ?[.,:'’]\d)`;

/** Single spaces may split the digits anywhere, other separators only thousands. */
const grouped = (whole: string) =>
  [...whole].map((digit, at) => (at === 0 ? digit : (whole.length - at) % 3 === 0 ? `[ .,'’]?${digit}` : ` ?${digit}`));

interface AmountPattern {
  /** With decimals, a currency or the mark :- for no öre. */
  marked: RegExp;
  /** Without any of them; undefined if the amount has öre. */
  bare: RegExp | undefined;
}

/** `hundredths` is not negative. Signs and brackets around an amount do not matter. */
function patternOf(hundredths: bigint): AmountPattern {
  const whole = String(hundredths / 100n);
  const cents = String(hundredths % 100n).padStart(2, '0');
  const digits = left(whole) + grouped(whole).join('');
  const decimals = cents.endsWith('0') ? `${cents[0]}(?: ?0)?` : [...cents].join(' ?');
  const inColumns = String.raw`(?:\s{1,4}|\s?kr(?:onor)?\.?\s{1,2})${cents}(?: ?öre)?${right}`;
  const after = [String.raw`\s?[.,:]\s?${decimals}${right}`, inColumns];
  if (cents !== '00') return { marked: new RegExp(`${digits}(?:${after.join('|')})`), bare: undefined };
  after.push(String.raw`\s?[.,:]?\s?[-=]{1,2}(?![\d${letters}])`, String.raw`\s?(?:${currencies})(?!${letters})`);
  const before = String.raw`(?<!${letters})(?:${currencies})\.?:? ?-?`;
  const end = String.raw`${right}(?!${letters}|[-/]\d| \d{3}(?!\d)| ?%)`;
  return {
    marked: new RegExp(`${digits}(?:${after.join('|')})|${before}${digits}${end}`),
    bare: new RegExp(String.raw`(?<!${letters})${digits}${end}`),
  };
}

/** Rounded to hundredths, without its sign. */
const hundredthsOf = ({ units, scale }: Decimal): bigint =>
  absolute(scale <= 2 ? units * tenTo(2 - scale) : divided(units, tenTo(scale - 2)));

/** Whether some line has one of the amounts, in any usual notation and with either sign. */
export function mentionsAmount(lines: readonly DocumentLine[], amounts: readonly Decimal[]): boolean {
  const patterns = [...new Set(amounts.map(hundredthsOf))].map(patternOf);
  return lines.some(({ cells }, at) => {
    const row = cells.join('  ');
    return patterns.some(
      ({ marked, bare }) => marked.test(row) || (bare?.test(row) === true && isAmount(lines, at, row)),
    );
  });
}

const groupedAlone = /^[-+(]?\d{1,3}(?:[ .,'’]\d{3})+[-)]?$/;

const isAmount = (lines: readonly DocumentLine[], at: number, row: string): boolean =>
  amountWords.test(row) ||
  (lines[at] as DocumentLine).cells.some((cell) => groupedAlone.test(cell)) ||
  [1, 2].some((above) => isHeader(lines[at - above]?.cells.join('  ') ?? ''));

/** A row of labels for the numbers below it. */
const isHeader = (row: string): boolean => amountWords.test(row) && !/\d(?! ?%|\d)/.test(row);

/** The most telling label first. */
const sumLabels = [
  '(?:att|å|at|til) betal(?:a|e|ing)|betalas|att erhålla|tillgodo|att kreditera|(?:amount|balance|total) due|amount payable|to pay|zu zahlen|zahlbetrag|maksettava',
  'fakturabelopp|fakturatotal|fakturasumma|slutsumma|invoice total|grand total|rechnungsbetrag|gesamtbetrag|endbetrag|yhteensä|totalbelopp|totalsumma',
  `(?:total(?:t|sum)?|summa|sum|i alt|belopp|beløp|beløb)(?![${letters}])`,
].map((label) => new RegExp(`(?<![${letters}])(?:${label})`));

const anyAmount = /\d[\d .,'’:]*/;

/** The line in which the files state the sum to pay. */
export function statedSum(lines: readonly DocumentLine[]): DocumentLine | undefined {
  for (const label of sumLabels)
    for (const [at, line] of lines.entries())
      for (const [cellIndex, cell] of line.cells.entries()) {
        const match = label.exec(cell);
        if (match === null) continue;
        const after = [cell.slice(match.index + match[0].length), line.cells[cellIndex + 1] ?? ''];
        if (after.some((text) => anyAmount.test(text))) return line;
        const below = cellsBelow(lines, at, cellIndex).find((one) => anyAmount.test(one.cell));
        if (below !== undefined) return below.line;
      }
  return undefined;
}
