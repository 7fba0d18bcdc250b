import { names } from './names.ts';
import type { FindingCode } from '../errors/findings.ts';

export const findingNames = names<FindingCode>({
  'sum.line': ['Line does not add up', 'Raden stämmer inte'],
  'sum.total': ['Total does not add up', 'Totalbeloppet stämmer inte'],
  'sum.vat': ['VAT does not add up', 'Momsen stämmer inte'],
  'payee.bankgiro': ['Bank giro differs', 'Bankgirot avviker'],
  'payee.postgiro': ['Post giro differs', 'Plusgirot avviker'],
  'payee.organization': ['Organisational number differs', 'Organisationsnumret avviker'],
  'payee.name': ['Supplier name differs', 'Leverantörsnamnet avviker'],
  'payee.changed': ['Payee changed recently', 'Betalningsmottagaren nyligen ändrad'],
  'payee.blocked': ['Blocked supplier', 'Spärrad leverantör'],
  'payee.unknown': ['No account in the record', 'Inget konto i registret'],
  'payee.twin': ['Looks like another supplier', 'Liknar en annan leverantör'],
  'payee.unreadable': ['Unreadable account', 'Oläsligt konto'],
  'payee.field': ['Account in another field', 'Konto i annat fält'],
  'payee.unread': ['Not wholly searched for accounts', 'Inte helt genomsökt efter konton'],
  'payee.first': ['Account not confirmed', 'Konto inte bekräftat'],
  'duplicate.number': ['Invoice number used before', 'Fakturanumret finns redan'],
  'duplicate.amount': ['Same total and date', 'Samma belopp och datum'],
  'duplicate.ocr': ['Payment reference used before', 'Betalningsreferensen finns redan'],
  'duplicate.file': ['Same file as before', 'Samma fil som tidigare'],
  'document.account': ['Other account in the file', 'Annat konto i filen'],
  'document.hidden': ['Invisible text in the file', 'Osynlig text i filen'],
  'document.unread': ['File not read', 'Filen kunde inte läsas'],
  'document.total': ['Total not in the files', 'Totalbeloppet finns inte i filerna'],
  'document.number': ['Invoice number not in the files', 'Fakturanumret finns inte i filerna'],
  'document.ocr': ['Payment reference not in the files', 'Betalningsreferensen finns inte i filerna'],
  'number.bankgiro': ['Invalid bank giro', 'Ogiltigt bankgiro'],
  'number.postgiro': ['Invalid post giro', 'Ogiltigt plusgiro'],
  'number.organization': ['Invalid organisational number', 'Ogiltigt organisationsnummer'],
  'number.ocr': ['Invalid payment reference', 'Ogiltig betalningsreferens'],
  'date.due': ['Due before its date', 'Förfaller före fakturadatum'],
  'date.time': ['Date with a time of day', 'Datum med klockslag'],
  'credit.unknown': ['Unknown credited invoice', 'Okänd krediterad faktura'],
  'currency.unknown': ['Unknown currency', 'Okänd valuta'],
  'text.cut': ['Long text cut', 'Lång text avkortad'],
  'missing.total': ['No total', 'Totalbelopp saknas'],
  'missing.number': ['No invoice number', 'Fakturanummer saknas'],
  'missing.date': ['No invoice date', 'Fakturadatum saknas'],
  'missing.due': ['No due date', 'Förfallodatum saknas'],
  'missing.currency': ['No currency', 'Valuta saknas'],
  'missing.lines': ['No lines with amounts', 'Fakturarader med belopp saknas'],
  'missing.file': ['No file', 'Fil saknas'],
});

export const findingFamilyNames = names({
  payee: ['Payee', 'Betalningsmottagare'],
  sum: ['Sums', 'Summor'],
  duplicate: ['Duplicates', 'Dubbletter'],
  document: ['Contents of files', 'Filernas innehåll'],
  number: ['Numbers', 'Nummer'],
  date: ['Dates', 'Datum'],
  missing: ['Missing values', 'Saknade uppgifter'],
  other: ['Other', 'Övrigt'],
});

export const severityNames = names({
  info: ['Note', 'Notis'],
  warning: ['Warning', 'Varning'],
  hold: ['Hold', 'Stopp'],
});

export const checkSettingNames = names({
  usual: ['Default', 'Standard'],
  off: ['Off', 'Av'],
  warning: ['Warn', 'Varna'],
  hold: ['Hold', 'Stoppa'],
});

/** Numbers that a company sets for its checks. */
export const checkLimitNames = names({
  sumToleranceMinorUnits: ['Tolerance of sums, in öre', 'Tolerans för summor, i öre'],
  recentDays: [
    'How long a change of payee counts as recent',
    'Så länge räknas ett byte av betalningsmottagare som nytt',
  ],
});
