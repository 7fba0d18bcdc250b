import { atOnce } from '../../common/steps.ts';
import { short } from '../../common/errors/words.ts';
import { foldedText } from '../../common/text/folded.ts';
import { traitsOf, type TextTraits } from './account-traits.ts';
import { isKnownName, mayNameAccount, meaningOf, type NameMeaning } from './account-names.ts';
import { digitsOf, type TextAccount } from './account-texts.ts';
import { accountsInValue } from './account-values.ts';
import { isRecorded, type RecordedAccounts } from './accounts.ts';
import type { AccountField } from './invoice.ts';

export const knownFields: ReadonlySet<string> = new Set(
  (
    'externalReferenceId supplierNumber supplierName supplierOrganizationalNumber supplierBankGiro supplierPostGiro ' +
    'supplierInvoiceNumber orderNumber projectName externalReference internalReference invoiceDate paymentDueDate articles ' +
    'totalPrice totalVat centRoundoff invoiceFee currency paymentReferenceOCR creditInvoiceReference freight'
  ).split(' '),
);
export const knownLineFields: ReadonlySet<string> = new Set(
  'articleNumber articleDescription price totalPrice quantity unit vat discountPercentage discountValue'.split(' '),
);
/** Another rule compares these with the record. */
const comparedElsewhere: ReadonlySet<string> = new Set(
  'supplierBankGiro supplierPostGiro bankGiro postGiro iban'.split(' '),
);

type Fields = Readonly<Record<string, unknown>>;

export interface FoundAccounts {
  /** Each account once, at the first place that has it. */
  accountFields: AccountField[];
  /** The body has more than was read. */
  hasUnreadFields: boolean;
}

/** Roughly nanoseconds. No body of plain ASCII comes near it, unless it is made of what may be accounts. */
const maxWork = 25_000_000;
const costOf = { value: 30, name: 2_000, foldedCharacter: 80, scannedCharacter: 6, readCharacter: 40, account: 2_000 };
const maxAccounts = 200;
/** The account alone is shown of a longer text. */
const maxShownWhole = 64;
/** A longer text is no name of an account. */
const maxLabel = 24;

const other: NameMeaning = { says: 'other', kind: 'account' };
const nothing: NameMeaning = { says: 'nothing', kind: 'account' };

interface Search {
  /** The work that is left to be done. */
  left: number;
  /** The search pauses when less is left. */
  pauseAt: number;
  path: (string | number)[];
  found: Map<string, AccountField>;
}

/** Finds what may be read as an account: in unknown fields at any depth, in their names, and in every text. */
export const accountFieldsIn = (invoice: Fields, known?: ReadonlySet<string>): FoundAccounts =>
  atOnce(findingAccountFields(invoice, known));

/** Between two pauses. Texts full of accounts take several times as long as their work says. */
const stepWork = 200_000;

/** The same with pauses. */
export function* findingAccountFields(invoice: Fields, known = knownFields): Generator<void, FoundAccounts> {
  const search: Search = { left: maxWork, pauseAt: maxWork - stepWork, path: [], found: new Map() };
  const unknown = readKnown(search, invoice, known);
  if (unknown !== undefined) yield* readUnknown(search, invoice, unknown, nothing);
  if (known === knownFields && Array.isArray(invoice.articles))
    for (const [at, line] of (invoice.articles as Fields[]).entries()) {
      if (isPause(search)) yield;
      search.path = ['articles', at];
      const names = readKnown(search, line, knownLineFields);
      if (names !== undefined) yield* readUnknown(search, line, names, nothing);
    }
  return { accountFields: [...search.found.values()], hasUnreadFields: search.left <= 0 };
}

function isPause(search: Search): boolean {
  if (search.left > search.pauseAt) return false;
  search.pauseAt = search.left - stepWork;
  return true;
}

const none: ReadonlySet<string> = new Set();

/** Returns the unknown names. */
function readKnown(search: Search, fields: Fields, known: ReadonlySet<string>): string[] | undefined {
  let unknown: string[] | undefined;
  for (const name in fields) {
    const value = fields[name];
    if (!known.has(name)) (unknown ??= []).push(name);
    else if (typeof value === 'string' && !comparedElsewhere.has(name)) readText(search, value, other, name);
  }
  return unknown;
}

function* readUnknown(search: Search, fields: Fields, names: readonly string[], around: NameMeaning): Generator<void> {
  const meanings = names.map((name) => ownMeaning(search, name));
  const label = yield* labelAmong(
    search,
    names.map((name) => fields[name]),
  );
  const joined = joinClearing(search, fields, names, meanings);
  for (const [at, name] of names.entries()) {
    if (search.left <= 0) return;
    const meaning = joined.has(at) ? other : meaningIn(meanings[at] as NameMeaning, around, label);
    if (hasDigits.test(name)) readText(search, name, label === undefined ? nothing : likelyOf(label), name);
    search.path.push(name);
    yield* readValue(search, fields[name], meaning);
    search.path.pop();
  }
}

function* readValue(search: Search, value: unknown, meaning: NameMeaning): Generator<void> {
  search.left -= costOf.value;
  if (search.left <= 0) return;
  if (isPause(search)) yield;
  if (readScalar(search, value, meaning)) return;
  if (Array.isArray(value)) yield* readList(search, value, meaning);
  else {
    const names = readKnown(search, value as Fields, none);
    if (names !== undefined) yield* readUnknown(search, value as Fields, names, meaning);
  }
}

/** Returns false for a list or an object. */
function readScalar(search: Search, value: unknown, meaning: NameMeaning): boolean {
  if (typeof value === 'string') readText(search, value, meaning);
  else if (typeof value === 'number') readNumber(search, String(value), meaning);
  else if (isExactNumber(value)) readNumber(search, value.value, meaning);
  else return typeof value !== 'object' || value === null;
  return true;
}

function* readList(search: Search, items: readonly unknown[], meaning: NameMeaning): Generator<void> {
  const label = yield* labelAmong(search, items);
  const ofItems = label === undefined ? meaning : meaningIn(bare, meaning, label);
  for (const [at, item] of items.entries()) {
    if (search.left <= 0) return;
    search.path.push(at);
    yield* readValue(search, item, ofItems);
    search.path.pop();
  }
}

const bare: NameMeaning = { says: 'bare', kind: 'account' };

const isExactNumber = (value: unknown): value is { value: string } =>
  typeof value === 'object' && value !== null && 'isLosslessNumber' in value;

/** A number has no separators, so that only its name can make it an account. */
function readNumber(search: Search, digits: string, meaning: NameMeaning): void {
  const { says } = meaning;
  if (says === 'sure' || says === 'clearing') readText(search, digits, meaning);
  else if ((says === 'likely' || says === 'probable' || says === 'paying') && !digits.includes('.'))
    readText(search, digits, meaning);
}

function ownMeaning(search: Search, name: string): NameMeaning {
  if (!isKnownName(name)) search.left -= costOf.name + name.length * costOf.foldedCharacter;
  return search.left <= 0 ? other : meaningOf(name);
}

/** A name may be an account itself. */
const hasDigits = /[0-9].*[0-9]|[^ -~]/;

const likelyOf = ({ kind }: NameMeaning): NameMeaning => ({ says: 'likely', kind });

/** The meaning of a field with the fields around it, and with a text beside it: {type: 'bankgiro', value: …}. */
function meaningIn(own: NameMeaning, around: NameMeaning, label: NameMeaning | undefined): NameMeaning {
  const { says } = own;
  const isOfAccount = around.says === 'sure' || around.says === 'likely' || around.says === 'probable';
  if (says === 'likely') return isOfAccount || around.says === 'paying' ? { says: 'probable', kind: around.kind } : own;
  if (says === 'other') return around.says === 'sure' ? nothing : own;
  if (says !== 'nothing' && says !== 'bare' && says !== 'key') return own;
  if (isOfAccount || (around.says === 'paying' && says !== 'key')) return around;
  if (label !== undefined) return likelyOf(label);
  return says === 'nothing' || around.says === 'paying' ? nothing : around;
}

const stepLabels = 5_000;

function* labelAmong(search: Search, values: readonly unknown[]): Generator<void, NameMeaning | undefined> {
  let read = 0;
  for (const value of values) {
    if (++read % stepLabels === 0) yield;
    if (typeof value !== 'string' || value.length > maxLabel || !mayNameAccount(value)) continue;
    const meaning = ownMeaning(search, value);
    if (meaning.says === 'sure' || meaning.says === 'clearing' || meaning.says === 'likely') return meaning;
  }
  return undefined;
}

/** Reads a clearing number and the account beside it as one. Returns the places of both. */
function joinClearing(
  search: Search,
  fields: Fields,
  names: readonly string[],
  meanings: readonly NameMeaning[],
): ReadonlySet<number> {
  const clearing = meanings.findIndex(({ says }) => says === 'clearing');
  if (clearing === -1) return nowhere;
  const parts = names.map((name) => digitsOf(foldedText(textOf(fields[name]).slice(0, maxShownWhole))));
  const first = parts[clearing] as string;
  const rest = ['likely', 'sure', 'bare', 'nothing'].flatMap((says) =>
    meanings.flatMap((meaning, at) => (meaning.says === says && parts[at] !== '' ? [at] : [])),
  )[0];
  if (first === '' || first.length > maxClearing || rest === undefined) return nowhere;
  add(search, { kind: 'account', value: `${first} ${parts[rest]}` }, '', names[rest]);
  return new Set([clearing, rest]);
}

const nowhere: ReadonlySet<number> = new Set();
const maxClearing = 6;
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(value)
      : isExactNumber(value)
        ? value.value
        : '';

const isNoAccount = ({ digits, mayHaveIban, mayMentionPayment }: TextTraits, { says }: NameMeaning) =>
  digits === 0 || (says === 'other' && !mayHaveIban && !mayMentionPayment);

/** Letters of a script that looks like none of Latin. */
const anything: Omit<TextTraits, 'digits'> = { mayHaveIban: true, mayMentionPayment: true };

/** No label with a number is shorter. */
const minText = 7;

function readText(search: Search, text: string, meaning: NameMeaning, name?: string): void {
  if (text.length < minText && meaning.says === 'other') return;
  const traits = traitsOf(text);
  search.left -= text.length * (traits === undefined ? costOf.foldedCharacter : costOf.scannedCharacter);
  if (search.left <= 0 || (traits !== undefined && isNoAccount(traits, meaning))) return;
  const folded = foldedText(text);
  const seen = traits ?? traitsOf(folded) ?? { ...anything, digits: digitsOf(folded).length };
  if (seen.digits === 0) return;
  const maxLength = search.left / costOf.readCharacter;
  const reading = accountsInValue(folded, seen, meaning, search.path[0] === 'articles', maxLength);
  if (reading === undefined) return;
  search.left -= text.length * costOf.readCharacter;
  for (const account of reading.accounts) add(search, account, text, name);
  if (reading.isCut) search.left = 0;
}

function add(search: Search, { kind, value }: TextAccount, text: string, name: string | undefined): void {
  const compact = value.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
  const key = `${kind} ${compact}`;
  if (search.found.has(key)) return;
  search.left -= costOf.account;
  if (search.found.size >= maxAccounts) search.left = 0;
  if (search.left <= 0) return;
  const isWhole =
    text.length <= maxShownWhole &&
    /^[0-9A-Za-z -]*$/.test(text) &&
    text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase() === compact;
  search.found.set(key, {
    path: pathOf(name === undefined ? search.path : [...search.path, name]),
    kind,
    value: isWhole ? text : short(value),
  });
}

const pathOf = (parts: readonly (string | number)[]): string =>
  short(parts.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join(''));

/** The accounts in unknown fields and texts of a supplier that are none of its own. */
export const foreignAccountsIn = (fields: Fields, own: RecordedAccounts): AccountField[] =>
  atOnce(findingForeignAccounts(fields, own));

/** The same with pauses. */
export function* findingForeignAccounts(
  fields: Fields,
  own: RecordedAccounts,
  known = none,
): Generator<void, AccountField[]> {
  const { accountFields } = yield* findingAccountFields(fields, known);
  return accountFields.filter(({ kind, value }) => !isRecorded(own, kind, value));
}
