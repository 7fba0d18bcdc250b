import { letters } from './lines.ts';

/** A label in a cell. Labels of other numbers have no kinds; they end the reach of a label before them. */
export interface GiroLabel {
  kinds: readonly ('bankgiro' | 'postgiro')[];
  start: number;
  end: number;
}

const suffix = String.raw`(?:[-. ]?(?:nr|no|nummer|number|konto(?:nummer|nr)?|account))?`;
const otherNames = [
  String.raw`org(?:anisations?|anizational)?[. -]*(?:nr|nummer|no|number)`,
  String.raw`(?:tele?fon|tlf|tel|phone|mobil(?:e|tel)?|fax|telefax|växel|vat|moms(?:reg)?|swish|mva|cvr|gln|ean|bic|swift|iban)`,
  String.raw`(?:clearing|konto|bankkonto|account|kund|customer|order|ref(?:erens|erence)?|ocr|kid|faktura|invoice|art(?:ikel)?)`,
  String.raw`(?:projekt|avtal|pers(?:on)?|post|artikel|serie|mätar|anläggnings?|anl|abonnemang)`,
].join('|');

const labels = new RegExp(
  String.raw`(?<![${letters}0-9])(?:` +
    String.raw`(?<bank>(?:bank|pankki)[ -]?giro(?:t|ts)?${suffix}|b[./]?g\.?${suffix})|` +
    String.raw`(?<post>(?:plus|post)[ -]?giro(?:t|ts)?${suffix}|p[./]?g\.?${suffix})|` +
    String.raw`(?<either>giro(?:t|konto)?(?:[. -]?(?:nr|nummer|no))?)|` +
    String.raw`(?<other>(?:${otherNames})[-. ]?(?:nr|no|nummer|number|id)?|[${letters}][${letters}.-]{0,30}(?=:))` +
    String.raw`)(?![${letters}])[.:]?`,
  'g',
);

/** The payer's own account. */
export const ofPayer = new RegExp(
  String.raw`(?<![${letters}])(?:ert?|era|ditt|din|your|ihr(?:em?|er)?|deres|kundens?|köparens|från|from|avsändarens?|betalarens?) ?$`,
);

/** Words between a label and its number: "Bankgiro (nytt konto):", "Bankgiro för denna faktura:". */
const aside = new RegExp(
  String.raw`^(?:konto|account|faktura|invoice|(?!(?:${otherNames})(?![${letters}]))[${letters}.-]+):?$`,
);

const isLabelOfGiro = (label: GiroLabel | undefined): label is GiroLabel => (label?.kinds.length ?? 0) > 0;

/** Empty without a label of a giro. Labels that a slash joins stand for each other's numbers. */
export function giroLabelsIn(cell: string): GiroLabel[] {
  const found: GiroLabel[] = [];
  if (!/giro|[bp][./]?g/.test(cell)) return found;
  for (const { 0: text, index, groups } of cell.matchAll(labels)) {
    const isOther = groups?.other !== undefined || ofPayer.test(cell.slice(Math.max(0, index - 20), index));
    const kinds = isOther
      ? []
      : groups?.bank !== undefined
        ? (['bankgiro'] as const)
        : groups?.post !== undefined
          ? (['postgiro'] as const)
          : (['bankgiro', 'postgiro'] as const);
    const label = { kinds, start: index, end: index + text.length };
    const last = found.at(-1);
    if (isLabelOfGiro(last) && aside.test(text) && !/\d/.test(cell.slice(last.end, index))) continue;
    if (
      isLabelOfGiro(last) &&
      isLabelOfGiro(label) &&
      /^\s?(?:\/|eller|el\.?|or)\s?$/.test(cell.slice(last.end, index))
    )
      found[found.length - 1] = { ...last, kinds: ['bankgiro', 'postgiro'], end: label.end };
    else found.push(label);
  }
  return found.some(isLabelOfGiro) ? found : [];
}

const paymentWords = /betal|girer|mottagare|payee|pay to|payable|konto|till(?![a-z])/;
const otherLabel = /(?:(?:nr|no|nummer|number|id|kod|code)\.?|:)$/;

/** Whether the cell names something that is not an account, such as "Telefon" or "Ordernr". */
export const isOtherLabel = (cell: string | undefined): boolean =>
  cell !== undefined &&
  !/\d/.test(cell) &&
  !paymentWords.test(cell) &&
  giroLabelsIn(cell).length === 0 &&
  (otherLabel.test(cell) || cell.search(labels) !== -1);
