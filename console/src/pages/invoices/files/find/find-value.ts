// pdf.js's PDFFindController is not used: it finds literal strings, not a value in each form in which it may be
// printed.

export type ValueKind = 'amount' | 'date' | 'digits' | 'text';

export interface Span {
  from: number;
  to: number;
}

/** Longer values are not searched for: nobody prints them on one line. */
const maxLength = 200;

/** Finds a value in any printed form. A tab in the line stands for a wide gap. */
export function findValue(line: string, pattern: RegExp | undefined): Span[] {
  if (pattern === undefined) return [];
  return [...plain(line).matchAll(pattern)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));
}

/**
 * Pattern of a value's printed forms; undefined if it cannot be searched for. Amounts are given as 1568.75, dates as
 * 2026-11-15.
 */
export function patternOf(kind: ValueKind, value: string): RegExp | undefined {
  const sought = plain(value.normalize('NFC')).trim();
  if (sought === '' || sought.length > maxLength) return undefined;
  const source = sources[kind](sought);
  return source === undefined ? undefined : new RegExp(source, 'gu');
}

const sources: Record<ValueKind, (sought: string) => string | undefined> = {
  amount: amountSource,
  date: dateSource,
  digits: digitsSource,
  text: textSource,
};

/** Lower case, plain blanks and plain hyphens. Replaces character by character, so that positions stay the same. */
function plain(text: string): string {
  return text
    .replaceAll(/[\u00A0\u2007\u2009\u202F]/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\p{Lu}/gu, (letter) =>
      letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
    );
}

const notInNumber = "(?<!\\d)(?<!\\d[.,:’' ])";

/** 1568.75 as 1 568,75, 1568.75, 1,568.75 or 1.568,75; 1568 also with an empty fraction. A credit may lack its sign. */
function amountSource(sought: string): string | undefined {
  const [, whole = '', fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(sought) ?? [];
  if (whole === '') return undefined;
  const groups = whole.replace(/^0+(?=\d)/, '').replaceAll(/\B(?=(?:\d{3})+$)/g, "[ .,’']?");
  const significant = fraction.replace(/0+$/, '');
  const digits = significant.padEnd(2, '0');
  const zero = '(?:[.,:]0{1,2}|[.,:]-)?';
  const cents = significant === '' ? zero : `[.,:](?:${digits}0*${significant.length === 1 ? `|${significant}` : ''})`;
  // Following digits would belong to a larger number or a finer fraction.
  return `${notInNumber}${groups}${cents}(?!\\d)(?![.,]\\d)(?! \\d{3}(?!\\d))`;
}

const months = [
  'jan(?:uari|uary)?',
  'feb(?:ruari|ruary)?',
  'mar(?:s|ch)?',
  'apr(?:il)?',
  'ma[jy]',
  'jun[ie]?',
  'jul[iy]?',
  'aug(?:usti|ust)?',
  'sep(?:t|tember)?',
  'o[kc]t(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
];

/** 2026-11-15 as 15/11/2026, 15.11.26, 20261115, 261115, 15 nov 2026 or November 15, 2026. */
function dateSource(sought: string): string | undefined {
  const [, century, years, month, day] = /^(\d\d)(\d\d)-(\d\d)-(\d\d)$/.exec(sought) ?? [];
  const name = months[Number(month) - 1];
  if (century === undefined || years === undefined || month === undefined || day === undefined || name === undefined)
    return undefined;
  const loose = (part: string) => part.replace(/^0/, '0?');
  const [year, m, d] = [`(?:${century})?${years}`, loose(month), loose(day)];
  const forms = [
    ...['-', '/', '\\.'].flatMap((mark) => [`${year}${mark}${m}${mark}${d}`, `${d}${mark}${m}${mark}${year}`]),
    `${year}${month}${day}`,
    `${century}${years} ${month} ${day}`,
    `${d} ${month} ${century}${years}`,
    `${d}\\.? ?-?${name}\\.?,?[ -]?${year}`,
    `${name}\\.? ${d},? ${century}${years}`,
  ];
  return `(?<![\\d\\p{L}])(?<!\\d[-/.])(?:${forms.join('|')})(?![\\d\\p{L}])(?![-/.]\\d)`;
}

/** A giro, OCR or organisational number. Blanks and hyphens may stand between any two digits. */
function digitsSource(sought: string): string | undefined {
  // The last digits of a personal number are masked.
  if (sought.includes('*')) return undefined;
  if (!/^[\d -]+$/.test(sought)) return textSource(sought);
  const digits = sought.replaceAll(/\D/g, '');
  if (digits.length < 3) return undefined;
  // A VAT number is an organisational number followed by 01.
  const after = digits.length === 10 ? '(?:[ -]?01(?!\\d)|(?!\\d))' : '(?!\\d)';
  return `(?<!\\d)(?<!\\d[ -])${[...digits].join('[ -]?')}${after}(?!-\\d)`;
}

function textSource(sought: string): string | undefined {
  if (sought.length < 2) return undefined;
  const words = sought.split(/\s+/).map((word) => word.replaceAll(/[/\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const edge = '[\\p{L}\\p{N}]';
  return `(?<!${edge})${words.join('[ \\t]+')}(?!${edge})`;
}
