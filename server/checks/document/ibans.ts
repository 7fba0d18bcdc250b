import { countrySpecs, isValidIBAN } from 'ibantools';
import { cellsBelow, type DocumentLine } from './lines.ts';

export interface NamedIban {
  /** Without spaces. */
  iban: string;
  cell: string;
  line: DocumentLine;
}

const lengthOf = (country: string): number | undefined =>
  Object.hasOwn(countrySpecs, country) ? (countrySpecs[country]?.chars ?? undefined) : undefined;

/** The first letters and digits of a text, up to a length. Single spaces, dots and hyphens may group them. */
function leading(text: string, from: number, length: number): { compact: string; end: number } {
  let compact = '';
  let end = from;
  for (let isGap = false; end < text.length && compact.length < length; end++) {
    const character = text[end] as string;
    if (/[0-9A-Z]/.test(character)) {
      compact += character;
      isGap = false;
    } else if (isGap || !/[ .-]/.test(character)) break;
    else isGap = true;
  }
  return { compact, end };
}

const ibanStart = /[a-z]{2} ?\d{2}/;

/** Finds valid IBANs, with or without a label. One that is broken at the end of its cell continues below. */
export function ibansIn(lines: readonly DocumentLine[]): NamedIban[] {
  const found: NamedIban[] = [];
  for (const [at, line] of lines.entries())
    for (const [place, cell] of line.cells.entries()) {
      if (!ibanStart.test(cell)) continue;
      const capitals = cell.toUpperCase();
      for (const { index } of capitals.matchAll(/[A-Z]{2} ?\d{2}/g)) {
        const length = lengthOf(capitals.slice(index, index + 2));
        if (length === undefined) continue;
        const { compact, end } = leading(capitals, index, length);
        const whole =
          compact.length === length
            ? [compact]
            : end < capitals.length
              ? []
              : cellsBelow(lines, at, place).map(
                  (below) => compact + leading(below.cell.toUpperCase(), 0, length - compact.length).compact,
                );
        const iban = whole.find((one) => one.length === length && isValidIBAN(one));
        if (iban !== undefined) found.push({ iban, cell, line });
      }
    }
  return found;
}

/** The number of the Swedish post giro account that an IBAN of Plusgirot stands for. */
export const postGiroOf = (iban: string): string | undefined =>
  /^SE\d{2}950\d{17}$/.test(iban) ? iban.slice(-8) : undefined;
