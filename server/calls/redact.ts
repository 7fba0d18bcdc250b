import { maskPersonal } from '../../common/numbers/organization.ts';
import { endOfString } from '../ground/json/scan.ts';
import { isMaskedFile, maskedFile } from '../ground/text/masked.ts';

/** How a value is shown: the end of a bank number, the length of a file, all but a person's last digits, or nothing of it. */
type Secrecy = 'number' | 'file' | 'organization' | 'hidden';

const mostBytesOfBody = 16 * 1024;
const longestValue = 1_000;

const bankNumber = /giro|^[bp]g|[bp]g$|iban|swift|^bic|bic$|account|konto|clearing/;
const organization = /organi[sz]ation|orgn|persn|personn|pnr|^ssn|vatn|vatid|momsreg/;
const personal = /mail|phone|telefon|mobil|^tel|password|secret|token|authorization|apikey/;

/** Bodies have few names, and the same ones again and again; but a partner may make up any number of them. */
const mostNames = 1_000;
const longestName = 100;
const known = new Map<string, Secrecy | undefined>();

function secrecyOf(name: string): Secrecy | undefined {
  if (known.has(name)) return known.get(name);
  if (known.size >= mostNames) known.clear();
  const secrecy = judged(name);
  // A slice would keep the whole body that it was cut out of.
  if (name.length <= longestName) known.set(detached(name), secrecy);
  return secrecy;
}

function judged(name: string): Secrecy | undefined {
  // Nobody calls a field so. What it hides is not worth a look through all of it.
  if (name.length > longestValue) return 'hidden';
  const plain = name.toLowerCase().replace(/[^a-zåäö0-9]/g, '');
  if (plain === 'content') return 'file';
  if (bankNumber.test(plain)) return 'number';
  return personal.test(plain) ? 'hidden' : organization.test(plain) ? 'organization' : undefined;
}

/** Enough of a bank number to recognise it by, and too little to use it. */
function endOf(value: string): string {
  const plain = value.slice(-longestValue).replace(/[^\p{L}\p{N}]/gu, '');
  return plain.length >= 7 ? plain.slice(-4) : plain.length >= 4 ? plain.slice(-2) : '';
}

function masked(value: string, secrecy: Secrecy): string {
  if (value === '') return '';
  if (secrecy === 'number') return `•••${endOf(value)}`;
  if (secrecy === 'hidden') return '•••';
  if (secrecy === 'organization') return maskPersonal(shortened(value));
  // A large file was taken out before anything was made of its body; in its place stands what is shown here.
  return isMaskedFile(value) ? value : maskedFile(value.length);
}

const tokens = /dwo?_[A-Za-z0-9_-]{10,}/g;
const addresses = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,255}/gu;
const ibans = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g;

/** Takes access tokens, e-mail addresses and IBANs out of any text. Most have none, which is quickly seen. */
export function scrub(text: string): string {
  const untold = text.includes('dw') ? text.replace(tokens, '•••') : text;
  const unaddressed = untold.includes('@') ? untold.replace(addresses, '•••') : untold;
  return unaddressed.replace(ibans, (iban) => `•••${endOf(iban)}`);
}

/** Text that is not JSON has no names to tell a number's kind by, so every long one is masked, and so is what may be a file. */
const scrubLoosely = (text: string): string =>
  scrub(text)
    .replace(/[A-Za-z0-9+/=]{100,}/g, '•••')
    .replace(/\d[\d -]{3,}\d/g, (number) => `•••${number.slice(-2)}`);

/** Makes a text fit for PostgreSQL and free of the longer one that it may be a slice of, and would keep in memory. */
export const detached = (text: string): string => Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '\uFFFD');

/**
 * What an operator may see of a body. It is read as text, token by token: a number keeps its digits, a body that is
 * broken or huge can be shown as well, and no more is read than is shown.
 */
export function redact(text: string, isJson: boolean, mostBytes = mostBytesOfBody): string {
  const pieces: string[] = [];
  let bytes = 0;
  for (const piece of redactedPieces(text)) {
    pieces.push(piece);
    bytes += Buffer.byteLength(piece);
    if (bytes > mostBytes) break;
  }
  const shown = (isJson ? scrub : scrubLoosely)(pieces.join(''));
  if (Buffer.byteLength(shown) <= mostBytes) return detached(shown);
  return `${detached(beginningOf(shown, mostBytes - 16))}… (cut)`;
}

/** As many characters as fit into so many bytes. */
function beginningOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text, 'utf8');
  let end = bytes;
  while (isWithinCharacter(encoded[end])) end -= 1;
  return encoded.toString('utf8', 0, end);
}

/** The bytes of a character after its first all begin with the bits 10, and there are three of them at the most. */
const isWithinCharacter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

const token = /"|[{}[\],]|[^"{}[\],]+/y;

function* redactedPieces(text: string): Generator<string> {
  // What the innermost open object or array inherits from its name.
  const inherited: (Secrecy | undefined)[] = [];
  let named: Secrecy | undefined;
  for (let at = 0; at < text.length;) {
    token.lastIndex = at;
    const [found] = token.exec(text) as unknown as [string];
    const secrecy = named ?? inherited.at(-1);
    at += found.length;
    if (found === '"') {
      const end = endOfString(text, at - 1);
      const value = decode(text.slice(at, end));
      at = end + 1;
      if (text[at] === ':' || /^\s{0,99}:/.test(text.slice(at, at + 100))) {
        named = secrecyOf(value);
        yield JSON.stringify(shortened(value));
      } else yield JSON.stringify(secrecy === undefined ? shortened(value) : masked(value, secrecy));
    } else if (found === '{' || found === '[') {
      inherited.push(secrecy);
      named = undefined;
      yield found;
    } else if (found === '}' || found === ']' || found === ',') {
      if (found !== ',') inherited.pop();
      named = undefined;
      yield found;
    } else yield secrecy === undefined ? shortened(found) : bare(found.slice(0, longestValue), secrecy);
  }
}

/** A number, true, false or null, with the colon and the space around it. */
const bare = (text: string, secrecy: Secrecy): string =>
  text.replace(/[^\s:]+/g, (value) => {
    if (/^(?:true|false|null)$/.test(value)) return value;
    const shown = masked(value, secrecy);
    return shown === value ? value : JSON.stringify(shown);
  });

function shortened(value: string): string {
  return value.length <= longestValue
    ? value
    : `${value.slice(0, longestValue)}… (${value.length.toLocaleString('en-US')} characters)`;
}

/** A name or value may be written with escapes, behind which it must not hide. */
function decode(inner: string): string {
  if (!inner.includes('\\')) return inner;
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return inner;
  }
}
