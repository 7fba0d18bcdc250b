import type { Decimal } from '../../../common/decimal.ts';
import { plain } from '../../../common/decimal.ts';
import { short } from '../../../common/errors/words.ts';
import { digitsIn } from '../../../common/numbers/digits.ts';
import type { CheckedSupplier } from '../context.ts';
import type { CheckedInvoice } from '../invoice.ts';
import { numberKey } from '../keys.ts';
import { giroKey } from '../numbers/giro.ts';
import { ibanKey, postGiroOf } from '../numbers/iban.ts';
import { rawFinding, type RawFinding } from '../rule.ts';
import { accountsIn, type DocumentAccountKind, type NamedAccount } from './accounts.ts';
import { mentionsAmount, statedSum } from './amounts.ts';
import { isIbanOf } from './bank-accounts.ts';
import { isEnclosure, isFormer } from './exceptions.ts';
import { linesOf, proofOf, type DocumentLine } from './lines.ts';
import { mentions, statedReferences, statesReference } from './references.ts';
import type { DocumentText } from './text.ts';
import { unseenAccounts } from './unseen.ts';

type RecordedSupplier = Pick<CheckedSupplier, 'bankGiro' | 'postGiro' | 'iban'> &
  Partial<Pick<CheckedSupplier, 'organizationalNumber'>>;

/** Each is a finding of its own. */
const maxForeignAccounts = 5;

/**
 * Compares what the files of an invoice say with the invoice. Files count together. The findings are in the order of
 * the catalogue.
 */
export function compareDocuments(
  invoice: CheckedInvoice,
  record: RecordedSupplier | undefined,
  texts: readonly DocumentText[],
): RawFinding[] {
  const { lines, isPartial, cut } = linesOf(texts);
  const known = [...invoiceAccounts(invoice), ...recordedAccounts(record)];
  const about = [
    ...unseenAccounts(texts, (unseen) => unseen.find((line) => known.some((one) => hasDigits([line], one)))),
    ...texts.flatMap((text) => unreadFile(text, cut.includes(text))),
  ];
  if (lines.length === 0) return about;
  return [
    ...foreignAccounts(invoice, record, lines),
    ...about,
    ...missingTotal(invoice, lines, isPartial),
    ...missingReference('document.number', invoice, lines, isPartial),
    ...missingReference('document.ocr', invoice, lines, isPartial),
  ];
}

/** An empty file has no text, such as a scanned sheet, which is no finding. */
function unreadFile({ attachmentId, fileName, failure }: DocumentText, isCut: boolean): RawFinding[] {
  const why = failure ?? (isCut ? 'part' : undefined);
  return why === undefined
    ? []
    : [rawFinding('document.unread', { attachmentId, fileName: fileName.slice(0, 255), why })];
}

interface KnownAccount {
  kind: DocumentAccountKind;
  key: string;
}

const knownAccount = (kind: DocumentAccountKind, text: string | undefined): KnownAccount[] => {
  const key = kind === 'iban' ? ibanKey(text ?? '') : kind === 'account' ? digitsIn(text ?? '') : giroKey(text ?? '');
  return key === '' ? [] : [{ kind, key }];
};

const recordedAccounts = (record: RecordedSupplier | undefined): KnownAccount[] => [
  ...knownAccount('bankgiro', record?.bankGiro),
  ...knownAccount('postgiro', record?.postGiro),
  ...knownAccount('iban', record?.iban),
];

const fieldKinds = {
  bankGiro: ['bankgiro'],
  postGiro: ['postgiro'],
  iban: ['iban'],
  account: ['bankgiro', 'postgiro', 'iban', 'account'],
} as const;

const invoiceAccounts = ({
  supplierBankGiro,
  supplierPostGiro,
  accountFields = [],
}: CheckedInvoice): KnownAccount[] => [
  ...knownAccount('bankgiro', supplierBankGiro),
  ...knownAccount('postgiro', supplierPostGiro),
  ...accountFields.flatMap(({ kind, value }) => fieldKinds[kind].flatMap((one) => knownAccount(one, value))),
];

const isSame = (named: NamedAccount, { kind, key }: KnownAccount): boolean =>
  (named.kinds.includes(kind) && named.key === key) ||
  (kind === 'iban' && named.kinds[0] === 'account' && isIbanOf(key, named.key)) ||
  (kind === 'postgiro' && named.kinds[0] === 'iban' && giroKey(postGiroOf(named.key) ?? '') === key);

/** Shorter numbers may be anything. */
const minLooseLength = 6;

/** Whether the digits of an account stand somewhere, also without a label, and not inside a longer number. */
function hasDigits(lines: readonly DocumentLine[], { kind, key }: KnownAccount): boolean {
  if (kind === 'iban' || kind === 'account' || key.length < minLooseLength || key.length > maxGiroLength) return false;
  const pattern = new RegExp(String.raw`(?<!\d|\d[-./ ])${[...key].join('[ -]?')}(?![-./ ]?\d)`);
  return lines.some(({ cells }) => cells.some((cell) => pattern.test(cell)));
}
const maxGiroLength = 8;

/** A labelled account that is neither the invoice's nor the supplier's is a finding, also beside the right one. */
function foreignAccounts(
  invoice: CheckedInvoice,
  record: RecordedSupplier | undefined,
  lines: readonly DocumentLine[],
): RawFinding[] {
  const named = accountsIn(lines);
  const recorded = recordedAccounts(record);
  const sent = invoiceAccounts(invoice);
  const known = [...sent, ...recorded];
  const all = named.some(({ isLabelled }) => isLabelled) ? named.filter(({ isLabelled }) => isLabelled) : named;
  const others = all.filter((one) => !known.some((account) => isSame(one, account)) && !isFormer(one));
  if (others.length === 0) return [];
  const enclosures = enclosuresIn(invoice, record, lines, known);
  const foreign = others.filter(({ line }) => !enclosures.has(line.file));
  const distinct = new Map(
    foreign.map((one) => [`${one.kinds[0]} ${one.key}`, one]).reverse() as [string, NamedAccount][],
  );
  return [...distinct.values()].reverse().slice(0, maxForeignAccounts).map(accountFinding);
}

/** Only beside a file that has the account to which the company pays, and the number or the total of the invoice. */
function enclosuresIn(
  invoice: CheckedInvoice,
  record: RecordedSupplier | undefined,
  lines: readonly DocumentLine[],
  known: readonly KnownAccount[],
): ReadonlySet<DocumentText> {
  const byFile = new Map<DocumentText, DocumentLine[]>();
  for (const line of lines) {
    const own = byFile.get(line.file);
    if (own === undefined) byFile.set(line.file, [line]);
    else own.push(line);
  }
  if (byFile.size < 2) return new Set();
  const { supplierInvoiceNumber: number, paymentReferenceOCR: ocr, totalPrice: total } = invoice;
  const key = numberKey(number);
  const isMain = (own: readonly DocumentLine[]) =>
    known.some((account) => hasDigits(own, account) || accountsIn(own).some((one) => isSame(one, account))) &&
    ((key !== undefined && mentions(own, key)) ||
      (total !== undefined && mentionsAmount(own, totalsOf(total, invoice.centRoundoff))));
  const files = [...byFile];
  const mark = {
    marks: [...known.map((one) => one.key), digitsIn(number ?? ''), digitsIn(ocr ?? '')],
    organisationalNumber: digitsIn(record?.organizationalNumber ?? '').slice(-10),
  };
  const isOther = (own: readonly DocumentLine[]) =>
    isEnclosure(own, mark) && !(total !== undefined && mentionsAmount(own, totalsOf(total, invoice.centRoundoff)));
  return files.some(([, own]) => isMain(own))
    ? new Set(files.filter(([, own]) => !isMain(own) && isOther(own)).map(([file]) => file))
    : new Set();
}

const paths = { bankgiro: 'supplierBankGiro', postgiro: 'supplierPostGiro', iban: undefined, account: undefined };

function accountFinding({ kinds: [kind], key, cell, line }: NamedAccount): RawFinding {
  const account =
    kind === 'iban' || kind === 'account' ? key : kind === 'bankgiro' ? withHyphen(key, 4) : withHyphen(key, 1);
  return rawFinding('document.account', { kind, account, ...proofOf(line, cell) }, paths[kind]);
}

const withHyphen = (digits: string, last: number) => `${digits.slice(0, -last)}-${digits.slice(-last)}`;

const sum = (a: Decimal, b: Decimal, sign: bigint): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  const at = ({ units, scale: own }: Decimal) => units * 10n ** BigInt(scale - own);
  return { units: at(a) + sign * at(b), scale };
};

/** A total may be meant before or after its rounding to whole kronor. */
const totalsOf = (total: Decimal, roundoff: Decimal | undefined): Decimal[] =>
  roundoff === undefined ? [total] : [total, sum(total, roundoff, 1n), sum(total, roundoff, -1n)];

/**
 * A file that cannot be read may have what the others lack, so that only a line with another value proves that it is
 * missing.
 */
function missingTotal(
  { totalPrice, centRoundoff, currency }: CheckedInvoice,
  lines: readonly DocumentLine[],
  isPartial: boolean,
): RawFinding[] {
  if (totalPrice === undefined || mentionsAmount(lines, totalsOf(totalPrice, centRoundoff))) return [];
  const stated = statedSum(lines);
  if (stated === undefined && isPartial) return [];
  return [
    rawFinding(
      'document.total',
      {
        total: plain(totalPrice),
        ...(currency !== undefined && { currency: short(currency) }),
        ...(stated && proofOf(stated)),
      },
      'totalPrice',
    ),
  ];
}

const shortKeyLength = 4;

const references = {
  'document.number': ({ supplierInvoiceNumber }: CheckedInvoice) => supplierInvoiceNumber,
  'document.ocr': ({ paymentReferenceOCR }: CheckedInvoice) => paymentReferenceOCR,
} as const;
type ReferenceCode = keyof typeof references;

/** A short number is in every file somewhere, so a number that the file states as such counts more. */
function referenceIn(lines: readonly DocumentLine[], code: ReferenceCode, key: string) {
  const isMentioned = mentions(lines, key);
  if (isMentioned && key.length >= shortKeyLength) return { isFound: true, stated: [] };
  const stated = statedReferences(lines, code);
  const isStated = stated.some(({ value }) => statesReference(value, key));
  return { isFound: isStated || (isMentioned && stated.length === 0), stated };
}

function missingReference(
  code: ReferenceCode,
  invoice: CheckedInvoice,
  lines: readonly DocumentLine[],
  isPartial: boolean,
): RawFinding[] {
  const sent = references[code](invoice);
  const key = numberKey(sent);
  if (sent === undefined || key === undefined) return [];
  const { isFound, stated } = referenceIn(lines, code, key);
  if (isFound || (stated.length === 0 && isPartial)) return [];
  const proof = stated[0] && proofOf(stated[0].line, stated[0].value);
  return code === 'document.number'
    ? [rawFinding(code, { number: short(sent), ...proof }, 'supplierInvoiceNumber')]
    : [rawFinding(code, { ocr: short(sent), ...proof }, 'paymentReferenceOCR')];
}

export const curableCodes = ['document.total', 'document.number', 'document.ocr'] as const;

/** The last file that has what a finding says is missing. */
export const fileWith = (
  code: (typeof curableCodes)[number],
  invoice: CheckedInvoice,
  texts: readonly DocumentText[],
): DocumentText | undefined =>
  texts.findLast((text) => {
    const { lines } = linesOf([text]);
    if (code === 'document.total')
      return (
        invoice.totalPrice !== undefined && mentionsAmount(lines, totalsOf(invoice.totalPrice, invoice.centRoundoff))
      );
    const key = numberKey(references[code](invoice));
    return key !== undefined && referenceIn(lines, code, key).isFound;
  });
