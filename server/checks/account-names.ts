import { foldedText } from '../../common/text/folded.ts';
import type { AccountKind } from './invoice.ts';

/**
 * How far the name of a field says that its value is an account.
 * `sure`: every number there is one. `clearing`: the first part of one. `likely`: a bookkeeping account or a customer's
 * number may have the same name, so a number must be long or have a check digit. `probable`: the same, but the fields
 * around it are about an account. `paying`: it says who is paid, maybe by something else than an account.
 * `other`: it names something else. `nothing`: the value must have the shape of an account. `bare` and `key`: the same,
 * if the field around it says no more.
 */
export interface NameMeaning {
  says: 'sure' | 'clearing' | 'probable' | 'likely' | 'paying' | 'other' | 'nothing' | 'bare' | 'key';
  kind: AccountKind;
}

/** Letters and digits that look alike count as one: lBAN and bankg1r0 are iban and bankgiro. */
const alike = (letters: string): string => letters.replaceAll(/[l1]/g, 'i').replaceAll('0', 'o');
const anyOf = (words: string): RegExp => new RegExp(alike(words.trim().replaceAll(/\s+/g, '|')));

const numberWords = '(?:nr|no|num|number|nummer|account|acct|acc|konto|kto|kontonr|kontonummer)?';
const payeeWords =
  '(?:supplier|vendor|seller|payee|payment|pay|creditor|beneficiary|remittance|bank|leverantor|mottagar|betalnings|betal)';

const accountNames: readonly [AccountKind, RegExp][] = [
  ['iban', anyOf('iban')],
  ['bankGiro', anyOf(`bankgir ^${payeeWords}?s?bg${numberWords}$`)],
  ['postGiro', anyOf(`plusgir postgir ^${payeeWords}?s?pg${numberWords}$`)],
  ['account', anyOf(`giro bban ${payeeWords}s?(?:account|acct|acc$|konto(?!r)|kto) tilinumero tilinro rekeningnummer`)],
];
const clearingName = anyOf('clearing sortcode bankleitzahl ^blz$ routingn');

/** Facts about an account: bankgiroFee, ibanVerifiedAt. */
const aboutAccount = anyOf(
  '(?:fee|avgift|amount|belopp|date|datum|time|at|updated|verified|country|type|typ|name|namn|status|method|metod)$',
);
/** Accounts of bookkeeping and of customers, and words that contain a name of an account. */
const notPayable = anyOf(`
  ledger glaccount bookkeep bokfor huvudbok kostnad cost expense intakt revenue income moms vat tax debit debet kredit
  credit(?!or) motkonto interim avrakning baskonto customer client kund buyer user member tenant your accounting
  accountant accountman kontoplan kontering`);
const likelyName = anyOf('account acct ^acc(?:no|nr|num|number)?$ konto(?!r) ^kto ^tili$ rekening compte cuenta');
const payingName = anyOf(`
  ^bank(?:details|info|uppgifter|verbindung|number|nr|nummer|no)?$ ^pay(?:ment)?s?(?:details|info|to)?$ ^paidto$
  ^payableto$ ^payee$ ^remit(?:to|tance)?$ ^betal(?:a|as|as?till|ning|ningar|ningsuppgifter|ningsmottagare)$
  ^beneficiary$ ^creditor$`);

const numberName = '(?:nr|no|num|number|nummer)$';
const keyName = '(?:id|ids|key|code|kod|name|namn|type|typ|kind)$';
const bareName = anyOf(`^${numberName} ^(?:value|val|text|content|data|v|n)?$`);
const bareKey = anyOf(`^${keyName}`);
const otherName = anyOf(`
  order purchase ^po$ invoice faktura customer kund client buyer kopare article artikel item product produkt sku ean
  gtin gln upc barcode streck serial serie batch ^lot phone telefon mobil ^fax ^tel ^org organi vat moms tax skatt
  person ssn ocr ^kid$ ref date datum time ^tid tid$ stamp created updated modified received ^due forfall period year
  month week uuid guid hash ^sha ^md$ crc checksum signature etag token session trace correl request track kolli ship
  sandning deliver leverans waybill frakt consign container parcel paket postal postn postc postind zip adress address
  street gata city ^ort land$ country ^lat ^lon ^lng coord gps cost kostnad ^kst centre center project projekt
  depart avdelning unit enhet quantity antal amount belopp price pris ^sum total rate kurs percent procent discount
  rabatt fee$ avgift weight vikt volum length width height ^size version revision seq index ^count page meter matar
  anlagg facility contract avtal kontrakt agreement case arende ticket diarie voucher verif journal dimension property
  fastighet vehicle ^reg$ regist ^vin$ chassi policy insur licen permit patient employ anstalld user login member mail
  language url$ ^host ^ip$ ^port$ colour color source kalla system scan file ^fil document dokument attach bilaga job task
  status$ state$ level$ sscc ${numberName} ${keyName}`);

const meanings = new Map<string, NameMeaning>();
const maxMeanings = 2_000;
/** A longer name is not kept. */
const maxKeptLength = 64;

export const isKnownName = (name: string): boolean => meanings.has(name);

export function meaningOf(name: string): NameMeaning {
  let meaning = meanings.get(name);
  if (meaning === undefined) {
    meaning = meaningOfLetters(alike(foldedText(name)).replaceAll(/[^a-z]/g, ''));
    if (meanings.size >= maxMeanings) meanings.clear();
    if (name.length <= maxKeptLength) meanings.set(name, meaning);
  }
  return meaning;
}

function meaningOfLetters(letters: string): NameMeaning {
  const [kind] = accountNames.find(([, pattern]) => pattern.test(letters)) ?? [];
  return { says: saysOf(letters, kind), kind: kind ?? 'account' };
}

function saysOf(letters: string, kind: AccountKind | undefined): NameMeaning['says'] {
  if (kind !== undefined) return aboutAccount.test(letters) ? 'nothing' : 'sure';
  if (clearingName.test(letters)) return 'clearing';
  if (notPayable.test(letters)) return 'other';
  if (likelyName.test(letters)) return aboutAccount.test(letters) || letters.endsWith('id') ? 'nothing' : 'likely';
  if (payingName.test(letters)) return 'paying';
  if (bareName.test(letters)) return 'bare';
  if (bareKey.test(letters)) return 'key';
  return otherName.test(letters) ? 'other' : 'nothing';
}

/** Whether a text may be the name of an account; cheap, because every short text beside a number is tested. */
export const mayNameAccount = (text: string): boolean =>
  /g[i1l]r|ban|kont|acc|clear|[bp].?g|[^ -~]/i.test(text) && !/[0-9].*[0-9].*[0-9]/.test(text);
