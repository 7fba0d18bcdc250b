import { maskPersonal } from '../../common/numbers/organization.ts';
import { endOfString } from '../ground/json/scan.ts';
import { isMaskedFile, maskedFile } from '../ground/text/masked.ts';

/**
 * `number` shows the end of a bank number, `file` the length, `organization` all but the last digits of a personal
 * number, `hidden` nothing.
 */
type Secrecy = 'number' | 'file' | 'organization' | 'hidden';

const maxBodyBytes = 16 * 1024;
const maxValueLength = 1_000;

const bankNumber = /giro|^[bp]g|[bp]g$|iban|swift|^bic|bic$|account|konto|clearing/;
const organization = /organi[sz]ation|orgn|persn|personn|pnr|^ssn|vatn|vatid|momsreg/;
const personal = /mail|phone|telefon|mobil|^tel|password|secret|token|authorization|apikey/;

/** A partner may invent any number of names. */
const maxNames = 1_000;
const maxNameLength = 100;
const secrecyByName = new Map<string, Secrecy | undefined>();

function secrecyOf(name: string): Secrecy | undefined {
  if (secrecyByName.has(name)) return secrecyByName.get(name);
  if (secrecyByName.size >= maxNames) secrecyByName.clear();
  const secrecy = findSecrecy(name);
  // Copied, because a slice would keep its whole body in memory.
  if (name.length <= maxNameLength) secrecyByName.set(detached(name), secrecy);
  return secrecy;
}

function findSecrecy(name: string): Secrecy | undefined {
  // No real field has such a long name, so don't search through it.
  if (name.length > maxValueLength) return 'hidden';
  const plain = name.toLowerCase().replace(/[^a-zåäö0-9]/g, '');
  if (plain === 'content') return 'file';
  if (bankNumber.test(plain)) return 'number';
  return personal.test(plain) ? 'hidden' : organization.test(plain) ? 'organization' : undefined;
}

/** Enough of a bank number to recognise it, and too little to use it. */
function endOf(value: string): string {
  const plain = value.slice(-maxValueLength).replace(/[^\p{L}\p{N}]/gu, '');
  return plain.length >= 7 ? plain.slice(-4) : plain.length >= 4 ? plain.slice(-2) : '';
}

function masked(value: string, secrecy: Secrecy): string {
  if (value === '') return '';
  if (secrecy === 'number') return `•••${endOf(value)}`;
  if (secrecy === 'hidden') return '•••';
  if (secrecy === 'organization') return maskPersonal(shortened(value));
  // A large file was already replaced by this text when the body was read.
  return isMaskedFile(value) ? value : maskedFile(value.length);
}

const tokens = /dw[ot]?_[A-Za-z0-9_-]{10,}/g;
const addresses = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,255}/gu;
const ibans = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g;

export function scrub(text: string): string {
  const withoutTokens = text.includes('dw') ? text.replace(tokens, '•••') : text;
  const withoutAddresses = withoutTokens.includes('@') ? withoutTokens.replace(addresses, '•••') : withoutTokens;
  return withoutAddresses.replace(ibans, (iban) => `•••${endOf(iban)}`);
}

/** Text that is not JSON has no field names, so every long number is masked, and everything that may be a file. */
const scrubLoosely = (text: string): string =>
  scrub(text)
    .replace(/[A-Za-z0-9+/=]{100,}/g, '•••')
    .replace(/\d[\d -]{3,}\d/g, (number) => `•••${number.slice(-2)}`);

/** Copies a text, so that it does not keep a longer one in memory, and replaces what PostgreSQL cannot store. */
export const detached = (text: string): string => Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '\uFFFD');

/**
 * Masks secrets in a body. It is read as text, token by token: numbers keep their digits, a broken or huge body works
 * too, and no more is read than is shown.
 */
export function redact(text: string, isJson: boolean, maxBytes = maxBodyBytes): string {
  const shown = (isJson ? scrub : scrubLoosely)(withoutSecrets(text, maxBytes));
  if (Buffer.byteLength(shown) <= maxBytes) return detached(shown);
  return `${detached(beginningOf(shown, maxBytes - 16))}… (cut)`;
}

function beginningOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text, 'utf8');
  let end = bytes;
  while (isWithinCharacter(encoded[end])) end -= 1;
  return encoded.toString('utf8', 0, end);
}

/** In UTF-8, the bytes of a character after its first begin with the bits 10; there are at most three. */
const isWithinCharacter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

const token = /"|[{}[\],]|[^"{}[\],]+/y;
const colon = /\s{0,99}:/y;
const plain = /^[ !#-[\]-~]*$/;

/** JSON.stringify takes several times as long. */
const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** Stops once more than `maxLength` characters are shown. */
function withoutSecrets(text: string, maxLength: number): string {
  let shown = '';
  // Open objects and arrays inherit the secrecy of their name.
  const inherited: (Secrecy | undefined)[] = [];
  let named: Secrecy | undefined;
  for (let at = 0; at < text.length && shown.length <= maxLength;) {
    token.lastIndex = at;
    const [found] = token.exec(text) as unknown as [string];
    const secrecy = named ?? inherited.at(-1);
    at += found.length;
    if (found === '"') {
      const end = endOfString(text, at - 1);
      const value = decode(text.slice(at, end));
      at = end + 1;
      colon.lastIndex = at;
      const isName = colon.test(text);
      if (isName) named = secrecyOf(value);
      shown += quoted(isName || secrecy === undefined ? shortened(value) : masked(value, secrecy));
    } else if (found === '{' || found === '[') {
      inherited.push(secrecy);
      named = undefined;
      shown += found;
    } else if (found === '}' || found === ']' || found === ',') {
      if (found !== ',') inherited.pop();
      named = undefined;
      shown += found;
    } else shown += secrecy === undefined ? shortened(found) : bare(found.slice(0, maxValueLength), secrecy);
  }
  return shown;
}

/** `text` has the colon and the space around the number. true, false and null stay. */
const bare = (text: string, secrecy: Secrecy): string =>
  text.replace(/[^\s:]+/g, (value) => {
    if (/^(?:true|false|null)$/.test(value)) return value;
    const shown = masked(value, secrecy);
    return shown === value ? value : JSON.stringify(shown);
  });

function shortened(value: string): string {
  return value.length <= maxValueLength
    ? value
    : `${value.slice(0, maxValueLength)}… (${value.length.toLocaleString('en-US')} characters)`;
}

/** Escapes must not hide a name or a value. */
function decode(inner: string): string {
  if (!inner.includes('\\')) return inner;
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return inner;
  }
}
