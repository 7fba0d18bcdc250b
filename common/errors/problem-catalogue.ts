import { problem } from './entry.ts';
import { fileProblems } from './file-problems.ts';
import { quoted } from './short.ts';
import { adviceOn, thousands, type UnknownName } from './words.ts';

type UpperBound = { most: number };
type Reason<W extends string> = { why: W };
type Minimum = { least: number };

const dateTakes = 'must be whole epoch milliseconds between 2000-01-01 and 2100-01-01';

const digit = 'has a wrong check digit, so one of its digits is wrong';
const wrongGiro = (count: string) => ({
  characters: 'may have digits, spaces and dashes only',
  length: `must have ${count} digits`,
  digit,
});
const wrongOrganization = {
  characters: 'may have digits, spaces and dashes only, or begin with the letters of a country',
  length: 'must have 10 or 12 digits, or be a VAT number like SE556016068001',
  digit,
};
const wrongIban = {
  characters: 'has a letter or a character where an IBAN of its country has none',
  length: 'does not have the length of an IBAN of its country',
  digit: 'has wrong check digits, so one of its characters is wrong',
  country: 'must begin with the letters of a country that has IBANs',
};
const wrongUrl = {
  invalid: 'must be an address such as https://example.com/doorway',
  long: 'must have at most 2,000 characters',
  scheme: 'must begin with https://',
  userinfo: 'must not contain a user name or a password: the signature identifies the sender',
  port: 'must have another port: this one belongs to another protocol, such as mail or SSH',
  fragment: 'must not contain #: the part after it is never sent',
  address: 'leads to a private address; only addresses of the public internet are allowed',
  dns: 'has a host name without an address',
};
const wrongBic = {
  characters: 'has a character where a BIC has none: it is made like ESSESESS',
  length: 'must have 8 or 11 characters',
  country: 'must have the letters of a country in the fifth and sixth place',
};

export const problemCatalogue = {
  'bankgiro.wrong': problem({ what: ({ why }: Reason<'characters' | 'length' | 'digit'>) => wrongGiro('7 or 8')[why] }),
  'bic.country': problem({
    what: ({ iban, bic }: { iban: string; bic: string }) =>
      `does not fit: the IBAN is of ${iban} and the BIC of ${bic}, so one of them is wrong`,
  }),
  'bic.wrong': problem({ what: ({ why }: Reason<keyof typeof wrongBic>) => wrongBic[why] }),
  'date.order': problem({ what: ({ other }: { other: string }) => `must be after ${other}` }),
  'date.range': problem({ what: dateTakes }),
  'date.seconds': problem({
    what: ({ sent, send }: { sent: number; send: number }) =>
      `${dateTakes}; ${sent} looks like seconds, so send ${send}`,
    cause: `${dateTakes}, not seconds`,
  }),
  'email.fixed': problem({ what: 'cannot be changed; create another operator instead' }),
  'email.type': problem({ what: 'must be an e-mail address' }),
  'field.fixed': problem({ what: 'cannot be changed' }),
  'field.invalid': problem({ what: 'is not valid' }),
  'field.long': problem({ what: 'is longer than a field of a form may be' }),
  'field.required': problem({ what: 'is required' }),
  'field.unknown': problem({
    standsAlone: true,
    anywhere: true,
    what: (unknown: UnknownName, path) =>
      `${quoted(path)} is not a known field; ${'nearest' in unknown ? `did you mean ${unknown.nearest}` : adviceOn(unknown, 'fields')}`,
    cause: 'a field is not known',
  }),
  'iban.wrong': problem({ what: ({ why }: Reason<keyof typeof wrongIban>) => wrongIban[why] }),
  'list.long': problem({ what: ({ most }: UpperBound) => `must have at most ${thousands(most)} lines` }),
  'list.many': problem({ what: ({ most }: UpperBound) => `must have at most ${thousands(most)} values` }),
  'list.type': problem({ what: 'must be an array' }),
  'name.characters': problem({
    standsAlone: true,
    anywhere: true,
    what: (_: Readonly<Record<string, never>>, path) => `${path} must not contain U+0000 or half of a surrogate pair`,
    cause: 'a name must not contain U+0000 or half of a surrogate pair',
  }),
  'name.repeated': problem({ what: 'occurs twice' }),
  'number.below': problem({ what: 'must be below 1e15 in absolute value' }),
  'number.decimals': problem({ what: ({ most }: UpperBound) => `must have at most ${most} decimals` }),
  'number.digits': problem({
    what: ({ most }: UpperBound) => `must have at most ${most} digits when it is written out`,
  }),
  'number.fixed': problem({ what: 'cannot be changed, because invoices refer to it' }),
  'number.path': problem({
    what: ({ number }: { number: string }) => `must be the number in the path, ${quoted(number)}`,
    cause: 'must be the number in the path',
  }),
  'number.range': problem({
    what: ({ least, most }: Minimum & UpperBound) => `takes a whole number from ${least} to ${most}`,
  }),
  'number.type': problem({ what: 'must be a number' }),
  'object.type': problem({ what: 'must be a JSON object' }),
  'organization.wrong': problem({ what: ({ why }: Reason<keyof typeof wrongOrganization>) => wrongOrganization[why] }),
  'password.common': problem({
    what: 'must not be a common password; combine a few words that nobody would guess',
  }),
  'password.email': problem({ what: 'must not contain the e-mail address' }),
  'password.varied': problem({ what: ({ least }: Minimum) => `must have at least ${least} different characters` }),
  'postgiro.wrong': problem({ what: ({ why }: Reason<'characters' | 'length' | 'digit'>) => wrongGiro('2 to 8')[why] }),
  'text.base64': problem({ what: 'must be base64' }),
  'text.characters': problem({ what: 'must not contain U+0000 or half of a surrogate pair' }),
  'text.empty': problem({ what: 'must not be empty' }),
  'text.encoding': problem({ what: 'is not valid UTF-8' }),
  'text.hidden': problem({
    what: ({ character }: { character: string }) => `must not contain ${character}, which cannot be seen`,
  }),
  'text.long': problem({ what: ({ most }: UpperBound) => `must have at most ${thousands(most)} characters` }),
  'text.null': problem({ what: 'must not contain U+0000' }),
  'text.short': problem({ what: ({ least }: Minimum) => `must have at least ${least} characters` }),
  'text.type': problem({ what: 'must be a string' }),
  'time.past': problem({ what: 'must be in the future' }),
  'url.wrong': problem({ what: ({ why }: Reason<keyof typeof wrongUrl>) => wrongUrl[why] }),
  'value.boolean': problem({ what: 'takes true or false' }),
  'value.choice': problem({
    what: ({ known }: { known: readonly string[] }) => `must be one of ${known.join(', ')}`,
    cause: 'is none of the values that it takes',
  }),
  'value.same': problem({ what: ({ other }: { other: string }) => `is the same as ${other}` }),
  'value.type': problem({ what: ({ type }: { type: string }) => `must be of type ${type}` }),
  'value.unstorable': problem({ standsAlone: true, what: 'The body has a value that cannot be stored' }),

  'company.unknown': problem({
    standsAlone: true,
    what: ({ ids }: { ids: readonly string[] }, path) => `${path}: there is no company with the id ${ids.join(', ')}`,
  }),
  'currency.unknown': problem({ what: 'is not an ISO 4217 code of a currency' }),
  'type.partner': problem({ what: 'is an event type that partners do not get' }),
  'operator.unknown': problem({ what: 'is not the id of an operator of this company' }),

  'parameter.repeated': problem({ what: 'is sent more than once' }),
  'parameter.unknown': problem({
    standsAlone: true,
    anywhere: true,
    what: (unknown: UnknownName, path) =>
      `${JSON.stringify(path)} is not a parameter of this operation; ${adviceOn(unknown, 'parameters')}`,
    cause: 'A query parameter is not known',
  }),
  'path.unknown': problem({ what: 'is not an operation of this interface' }),
  'supplierlist.query': problem({
    standsAlone: true,
    what: 'number and organizationalNumber take at most 255 characters and no U+0000, and after takes the next of the page before',
  }),

  more: problem({ standsAlone: true, what: ({ count }: { count: number }) => `and ${thousands(count)} more problems` }),

  ...fileProblems,
};

export type ProblemCatalogue = typeof problemCatalogue;
