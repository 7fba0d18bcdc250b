import type { Text } from '../../../../common/errors/entry.ts';
import type { FindingCode } from '../../../../common/errors/findings.ts';
import type { NoticeParameters } from '../../../../common/errors/notices.ts';
import { short } from '../../../../common/errors/short.ts';

type Of<C extends FindingCode> = Text<NoticeParameters<C>>;
type Wrong = 'number.bankgiro' | 'number.postgiro' | 'number.organization' | 'number.ocr';
type Differs = 'payee.bankgiro' | 'payee.postgiro' | 'payee.organization' | 'payee.name';
type Again = 'duplicate.number' | 'duplicate.amount' | 'duplicate.ocr';

const whyWrong = {
  characters: 'har otillåtna tecken',
  length: 'har fel längd',
  digit: 'har fel kontrollsiffra',
};
const likeness = { number: 'nummer', name: 'namn', organization: 'organisationsnummer' };
const wrong =
  (what: string): Of<Wrong> =>
  ({ value, why }) =>
    `${what} ${short(value)} ${whyWrong[why]}.`;
const differs =
  (what: string): Of<Differs> =>
  ({ sent, recorded }) =>
    recorded === ''
      ? `${what} ${short(sent)} finns inte i leverantörsregistret.`
      : `${what} ${short(sent)} stämmer inte med leverantörsregistret, där det står ${short(recorded)}.`;
const again =
  (what: string): Of<Again> =>
  ({ earlier, score }) =>
    `Faktura ${earlier} från samma leverantör har ${what} (likhet ${score} %).`;

export const findings: { readonly [C in FindingCode]: Of<C> } = {
  'sum.line': ({ line, expected, sent, difference }) =>
    `Rad ${line} blir ${expected} med den närmaste tolkningen, men radsumman är ${sent}: en skillnad på ${difference}.`,
  'sum.total': ({ expected, sent, difference }) =>
    `Fakturan blir ${expected} med den närmaste tolkningen, men totalbeloppet är ${sent}: en skillnad på ${difference}.`,
  'sum.vat': ({ expected, sent, difference }) =>
    `Radernas moms blir ${expected} med den närmaste tolkningen, men fakturans moms är ${sent}: en skillnad på ${difference}.`,
  'payee.bankgiro': differs('Bankgiro'),
  'payee.postgiro': differs('Plusgiro'),
  'payee.organization': differs('Organisationsnummer'),
  'payee.name': differs('Leverantörsnamnet'),
  'payee.changed': ({ on, days = 30 }) =>
    `Konto, namn eller organisationsnummer i leverantörsregistret ändrades ${on}, mindre än ${days} ${days === 1 ? 'dag' : 'dagar'} innan fakturan kontrollerades.`,
  'payee.blocked': ({ on }) => `Leverantören spärrades ${on}.`,
  'payee.unknown': ({ account }) =>
    `Fakturan ska betalas till ${short(account)}, men leverantören har inget konto i registret.`,
  'payee.twin': ({ number, name, account, by }) =>
    `En partner har lagt upp leverantören och ingen på företaget har bekräftat den. Dess ${by.map((one) => likeness[one]).join(', ')} liknar leverantör ${short(number)}, ${short(name)}, som har ${account === '' ? 'inget konto' : `ett annat konto, ${short(account)}`}.`,
  'payee.unreadable': ({ sent, kind }) =>
    `${kind === 'bankGiro' ? 'Bankgiro' : 'Plusgiro'} ${short(sent)} innehåller mer än ett kontonummer, så det är oklart vem som får betalt.`,
  'payee.field': ({ field, sent, recorded }) =>
    recorded === ''
      ? `Det okända fältet ${short(field)} ser ut som ett konto, ${short(sent)}. Leverantörsregistret har inget sådant konto.`
      : `Det okända fältet ${short(field)} ser ut som ett konto, ${short(sent)}. I leverantörsregistret står ${short(recorded)}.`,
  'payee.first': ({ account }) =>
    `En partner har registrerat leverantörens konto, ${short(account)}, och ingen på företaget har bekräftat det.`,
  'duplicate.number': again('samma fakturanummer'),
  'duplicate.amount': again('samma belopp och datum'),
  'duplicate.ocr': again('samma betalningsreferens'),
  'duplicate.file': ({ earlier, score, fileName }) =>
    `Faktura ${earlier} från samma leverantör har samma fil som ${short(fileName)} (likhet ${score} %).`,
  'number.bankgiro': wrong('Bankgiro'),
  'number.postgiro': wrong('Plusgiro'),
  'number.organization': wrong('Organisationsnummer'),
  'number.ocr': wrong('Betalningsreferens'),
  'date.due': ({ due, dated }) => `Förfallodagen ${due} ligger före fakturadatum ${dated}.`,
  'date.time': ({ field, sent, understood }) =>
    `${field} är ${sent}, som varken är midnatt i UTC eller i Stockholm. Datumet tolkas som ${understood}.`,
  'credit.unknown': ({ number }) => `Den krediterade fakturan ${short(number)} är okänd för leverantören.`,
  'currency.unknown': ({ currency }) => `${short(currency)} är ingen valutakod enligt ISO 4217.`,
};
