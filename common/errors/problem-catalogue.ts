import { problem, follows, sentence } from './entry.ts';
import { quoted, adviceOn, sizeInWords, thousands, type UnknownName } from './words.ts';

export type FileFault =
  | { fault: 'ends'; bytes: number }
  | { fault: 'header' | 'cut' | 'early' }
  | { fault: 'misplaced' | 'attribute'; line: number; what: string }
  | { fault: 'expected'; line: number; what: string; expected: string }
  | { fault: 'deep'; most: number }
  | { fault: 'open' | 'bytes' | 'encoding'; what: string };

function faultInWords(file: FileFault): string {
  switch (file.fault) {
    case 'ends':
      return `it ends after ${file.bytes} bytes`;
    case 'header':
      return 'its header is not complete';
    case 'cut':
      return 'it has no %%EOF at its end, so it was cut off';
    case 'early':
      return 'it ends too early';
    case 'misplaced':
      return `line ${file.line} has ${file.what} where XML does not allow it`;
    case 'attribute':
      return `line ${file.line} has the attribute ${file.what} twice`;
    case 'expected':
      return `line ${file.line} has ${file.what} where ${file.expected} is expected`;
    case 'deep':
      return `it is nested deeper than ${thousands(file.most)} levels`;
    case 'open':
      return `it ends before ${file.what} is closed`;
    case 'bytes':
      return `its bytes are not valid ${file.what}`;
    default:
      return `its encoding ${file.what} is not known`;
  }
}

type BrokenFile = { kind: string } & FileFault;
type FileClaim = { kind: string; says: string };
const notOfKind = ({ kind }: { kind: string }) => `the file is not ${kind === 'XML' ? 'well-formed XML' : `a ${kind}`}`;

export const fileProblems = {
  'file.broken': problem({
    standsAlone: true,
    counted: ({ kind }: BrokenFile) => ({ kind }),
    what: (file) => `${notOfKind(file)}: ${faultInWords(file)}`,
    cause: notOfKind,
  }),
  'file.claim': problem({
    standsAlone: true,
    counted: ({ kind }: FileClaim) => ({ kind }),
    what: ({ kind, says }) => `the file is ${kind} by its bytes, but its content type says ${quoted(says)}`,
    cause: ({ kind }) => `the file is ${kind} by its bytes, but its content type says something else`,
  }),
  'file.empty': sentence('the file is empty'),
  'file.infected': problem({
    standsAlone: true,
    what: ({ threat }: { threat: string }) =>
      `the virus scanner found ${quoted(threat)} in the file, so it was not stored; send a file without it`,
    cause: 'the virus scanner found a threat in the file',
  }),
  'file.kind': sentence(
    ({ accepted }: { accepted: readonly string[] }) =>
      `the file is of a kind that is not accepted; send one of ${accepted.join(', ')}`,
  ),
  'file.large': sentence(({ bytes }: { bytes: number }) => `the file is larger than ${sizeInWords(bytes)}`),
  'file.named': problem({
    standsAlone: true,
    counted: ({ kind }: FileClaim) => ({ kind }),
    what: ({ kind, says }) => `the file is ${kind} by its bytes, but its name says ${says}`,
    cause: ({ kind }) => `the file is ${kind} by its bytes, but its name says something else`,
  }),
  'file.unnamed': sentence('the part file has no file name'),
  'filename.encoding': sentence('the file name is not valid UTF-8'),
  'filename.extended': follows(`is not valid, send it as in UTF-8''r%C3%A4kning.pdf`),
  'filename.long': sentence(({ most }: { most: number }) => `the file name must have at most ${most} characters`),
  'fieldname.encoding': sentence('the name of a form field is not valid UTF-8'),

  'cell.unnamed': sentence(
    ({ cell }: { cell: number }) => `cell ${cell} has a value, but its column has no name in the header`,
  ),
  'cells.count': sentence(
    ({ cells, columns }: { cells: number; columns: number }) =>
      `there are ${cells} cells, but the header has ${columns}; a cell that holds a comma, a semicolon or a line break must be in quotes`,
  ),
  'cells.many': sentence(({ most }: { most: number }) => `the line has more than ${most} cells`),
  'column.missing': follows('is a required column'),
  'column.repeated': follows('is the name of more than one column'),
  'column.unknown': follows((name: UnknownName) => `is not a known column; ${adviceOn(name, 'columns')}`),
  'entry.unknown': follows((name: UnknownName) => `is not a known field; ${adviceOn(name, 'fields')}`),
  'entries.unknown': follows(({ count }: { count: number }) => `has ${count} more fields that are not known`),
  'file.array': sentence('the file must be a JSON array: [{…}, {…}]'),
  'file.encoding': sentence(
    'this cannot be read as UTF-8, UTF-16 or Windows-1252; save the file as UTF-8 (in a spreadsheet: “CSV UTF-8”) and import it again',
  ),
  'file.json': sentence(({ column }: { column: number }) => `the file is not valid JSON: see column ${column}`),
  'file.replaced': sentence(
    'there is a replacement character (U+FFFD) where a letter was lost; write the letter again and import the file',
  ),
  'file.nothing': sentence('the file is empty; its first line must be the header'),
  'quote.open': sentence('a quote (") opens here and is never closed'),
  'quote.stray': sentence(
    'a cell that holds a quote (") must be in quotes, with that quote written twice: "3/4"" pipe"',
  ),
  'record.large': sentence(({ most }: { most: number }) => `the record has more than ${thousands(most)} characters`),
  'record.repeated': follows(
    ({ value, line, at }: { value: string; line: number; at: string }) =>
      `${quoted(value)} is on line ${line} too${at && `, at ${at}`}`,
  ),
  'records.many': sentence(
    ({ most }: { most: number }) => `the file has more than ${thousands(most)} records; import it in parts`,
  ),
  'supplier.new': follows(
    ({ number }: { number: string }) => `is required, because the supplier ${quoted(number)} is new`,
  ),
  'value.repeated': follows(
    ({ value, other }: { value: string; other: string }) => `${quoted(value)} is at ${other} too`,
  ),
};

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
  'bankgiro.wrong': follows(({ why }: Reason<'characters' | 'length' | 'digit'>) => wrongGiro('7 or 8')[why]),
  'bic.country': follows(
    ({ iban, bic }: { iban: string; bic: string }) =>
      `does not fit: the IBAN is of ${iban} and the BIC of ${bic}, so one of them is wrong`,
  ),
  'bic.wrong': follows(({ why }: Reason<keyof typeof wrongBic>) => wrongBic[why]),
  'date.order': follows(({ other }: { other: string }) => `must be after ${other}`),
  'date.range': follows(dateTakes),
  'date.seconds': problem({
    what: ({ sent, send }: { sent: number; send: number }) =>
      `${dateTakes}; ${sent} looks like seconds, so send ${send}`,
    cause: `${dateTakes}, not seconds`,
  }),
  'email.fixed': follows('cannot be changed; create another user instead'),
  'email.type': follows('must be an e-mail address'),
  'field.fixed': follows('cannot be changed'),
  'field.invalid': follows('is not valid'),
  'field.long': follows('is longer than a field of a form may be'),
  'field.misspelt': problem({
    what: ({ sent }: { sent: string }) => `is required; did you mean it by ${quoted(sent)}?`,
    cause: 'is required, and a field with a similar name was sent',
  }),
  'field.required': follows('is required'),
  'field.unknown': problem({
    standsAlone: true,
    anywhere: true,
    what: (unknown: UnknownName, path) =>
      `${quoted(path)} is not a known field; ${'nearest' in unknown ? `did you mean ${unknown.nearest}` : adviceOn(unknown, 'fields')}`,
    cause: 'a field is not known',
  }),
  'iban.wrong': follows(({ why }: Reason<keyof typeof wrongIban>) => wrongIban[why]),
  'list.long': follows(({ most }: UpperBound) => `must have at most ${thousands(most)} lines`),
  'list.many': follows(({ most }: UpperBound) => `must have at most ${thousands(most)} values`),
  'list.type': follows('must be an array'),
  'name.characters': problem({
    standsAlone: true,
    anywhere: true,
    what: (_: Readonly<Record<string, never>>, path) => `${path} must not contain U+0000 or half of a surrogate pair`,
    cause: 'a name must not contain U+0000 or half of a surrogate pair',
  }),
  'name.repeated': follows('occurs twice'),
  'number.below': follows('must be below 1e15 in absolute value'),
  'number.decimals': follows(({ most }: UpperBound) => `must have at most ${most} decimals`),
  'number.digits': follows(({ most }: UpperBound) => `must have at most ${most} digits when it is written out`),
  'number.fixed': follows('cannot be changed, because invoices refer to it'),
  'number.path': problem({
    what: ({ number }: { number: string }) => `must be the number in the path, ${quoted(number)}`,
    cause: 'must be the number in the path',
  }),
  'number.range': follows(({ least, most }: Minimum & UpperBound) => `takes a whole number from ${least} to ${most}`),
  'number.type': follows('must be a number'),
  'object.type': follows('must be a JSON object'),
  'organization.wrong': follows(({ why }: Reason<keyof typeof wrongOrganization>) => wrongOrganization[why]),
  'code.wrong': follows('must be the code that the app shows now'),
  'password.common': follows('must not be a common password; combine a few words that nobody would guess'),
  'password.email': follows('must not contain the e-mail address'),
  'password.varied': follows(({ least }: Minimum) => `must have at least ${least} different characters`),
  'postgiro.wrong': follows(({ why }: Reason<'characters' | 'length' | 'digit'>) => wrongGiro('2 to 8')[why]),
  'text.base64': follows('must be base64'),
  'text.characters': follows('must not contain U+0000 or half of a surrogate pair'),
  'text.empty': follows('must not be empty'),
  'text.encoding': follows('is not valid UTF-8'),
  'text.hidden': follows(
    ({ character }: { character: string }) => `must not contain ${character}, which cannot be seen`,
  ),
  'text.long': follows(({ most }: UpperBound) => `must have at most ${thousands(most)} characters`),
  'text.null': follows('must not contain U+0000'),
  'text.short': follows(({ least }: Minimum) => `must have at least ${least} characters`),
  'text.type': follows('must be a string'),
  'time.past': follows('must be in the future'),
  'url.wrong': follows(({ why }: Reason<keyof typeof wrongUrl>) => wrongUrl[why]),
  'value.boolean': follows('takes true or false'),
  'value.choice': problem({
    what: ({ known }: { known: readonly string[] }) => `must be one of ${known.join(', ')}`,
    cause: 'is none of the values that it takes',
  }),
  'value.same': follows(({ other }: { other: string }) => `is the same as ${other}`),
  'value.type': follows(({ type }: { type: string }) => `must be of type ${type}`),
  'value.unstorable': sentence('The body has a value that cannot be stored'),

  'company.directory': follows('is not one of the companies of the directory'),
  'company.unknown': sentence(
    ({ ids }: { ids: readonly string[] }, path) => `${path}: there is no company with the id ${ids.join(', ')}`,
  ),
  'companies.none': follows('must name at least one company'),
  'currency.unknown': follows('is not an ISO 4217 code of a currency'),
  'type.partner': follows('is an event type that partners do not get'),
  'directory.unlinked': follows('is not a directory that the user has an account of'),
  'issuer.wrong': follows('must be an https address without a query, as the directory itself names it'),
  'limit.approver': follows('goes with the role approver'),
  'role.everywhere': follows('is administrator if no company is given'),
  'coding.sum': problem({
    what: ({ sum, total }: { sum: string; total: string }) =>
      total === ''
        ? 'has amounts, but the invoice has no total to split'
        : `has amounts of ${sum} in all, but the total of the invoice is ${total}`,
    cause: 'has amounts that do not add up to the total of the invoice',
  }),
  'coding.unknown': problem({
    what: ({ code }: { code: string }) => `is ${quoted(code)}, which is not an active code of this list`,
    cause: 'is not an active code of this list',
  }),
  'supplier.missing': follows('is not the number of a supplier of this company'),
  'partner.missing': follows('is not the id of a partner of this company'),
  'rule.repeated': follows('is also the id of another rule'),
  'day.past': follows('must not be before today'),
  'day.order': follows('must not be before the first day'),
  'deputy.same': follows('must be another person'),
  'operator.unknown': follows('is not the id of a user of this company'),

  'parameter.repeated': follows('is sent more than once'),
  'parameter.unknown': problem({
    standsAlone: true,
    anywhere: true,
    what: (unknown: UnknownName, path) =>
      `${JSON.stringify(path)} is not a parameter of this operation; ${adviceOn(unknown, 'parameters')}`,
    cause: 'A query parameter is not known',
  }),
  'path.unknown': follows('is not an operation of this interface'),
  'supplierlist.query': sentence(
    'number and organizationalNumber take at most 255 characters and no U+0000, and after takes the next of the page before',
  ),

  more: sentence(({ count }: { count: number }) => `and ${thousands(count)} more problems`),

  ...fileProblems,
};

export type ProblemCatalogue = typeof problemCatalogue;
