import type { FileFault } from '../../../common/errors/problem-catalogue.ts';
import { short } from '../../../common/errors/words.ts';
import { declaresMarkup, endOfTag, isHiddenNamespace, isSpace, namesWebContent, skipSpace } from './xml.ts';

const forbidden = /[^\t\n\r\x20-\uFFFD]/;

const start =
  ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const name = new RegExp(`[${start}][-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040${start}]*`, 'uy');
const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
const plainStart = ascii.map((character) => /[:A-Z_a-z]/.test(character));
const plain = ascii.map((character) => /[-.:\w]/.test(character));
const number = /&#(?:([0-9]{1,20})|x([0-9a-fA-F]{1,20}));/y;
const entities = ['amp;', 'lt;', 'gt;', 'quot;', 'apos;'];

/**
 * The end of the name that begins here; the same index if there is none. Nearly all names are ASCII; others are checked
 * again, because not every letter is allowed.
 */
function endOfName(text: string, at: number): number {
  if (plainStart[text.charCodeAt(at)] === false) return at;
  let end = at;
  while (plain[text.charCodeAt(end)] === true) end += 1;
  if (!(text.charCodeAt(end) > 0x7f)) return end;
  name.lastIndex = at;
  return name.test(text) ? name.lastIndex : at;
}

function isKnownReference(text: string, at: number): boolean {
  if (entities.some((entity) => text.startsWith(entity, at + 1))) return true;
  number.lastIndex = at;
  const [, decimal, hex] = number.exec(text) ?? [];
  return isCharacter(hex === undefined ? Number(decimal) : parseInt(hex, 16));
}

const isCharacter = (code: number) =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

export class XmlFault extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(fault.fault);
    this.fault = fault;
  }
}

/** The document has an element of a web page, a drawing or a style sheet. */
export class WebContentFound extends Error {}

/** Both methods throw an XmlFault if the text is not well-formed, and WebContentFound if a browser would run it. */
export interface XmlScan {
  /** Scans the next part of the text. Everything before the root element must be in the first part. */
  take(text: string): void;
  finish(): void;
}

const maxTagLength = 64 * 1024;
const longestReference = 1024;
const deepest = 1_000;

const declaration = /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']1[.][0-9]+["'][^?]*\?>/y;

/**
 * Scans an XML document part by part, each character once; only the names of open elements are kept. Nothing is
 * expanded or fetched: a document type is skipped, and references to its entities are accepted.
 */
export function createXmlScan(): XmlScan {
  const open: string[] = [];
  let rest = '';
  let line = 1;
  let isBeginning = true;
  let hasRoot = false;
  let hasType = false;
  let until: '--' | ']]>' | '?>' | undefined;

  function take(added: string, isLast = false): void {
    const text = rest + added;
    let at = 0;
    try {
      const stray = forbidden.exec(added);
      if (stray !== null) {
        at = rest.length + stray.index;
        throw misplaced(`U+${stray[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`);
      }
      while (at < text.length) {
        const next = step(text, at, isLast);
        if (next === undefined) break;
        at = next;
        isBeginning = false;
      }
    } catch (error) {
      if (error instanceof FaultAtOffset)
        throw new XmlFault({ ...error.fault, line: line + linesIn(text, at + error.after) });
      throw error;
    }
    line += linesIn(text, at);
    rest = text.slice(at);
  }

  /** The index after the next token; undefined if more text is needed. */
  function step(text: string, at: number, isLast: boolean): number | undefined {
    if (until !== undefined) return leave(text, at);
    if (text[at] !== '<') return passText(text, at, isLast);
    const next = text[at + 1];
    if (next === '/') return close(text, at, isLast);
    if (next === '?') return enterInstruction(text, at, isLast);
    if (next !== '!') return openElement(text, at, isLast);
    if (text.startsWith('--', at + 2)) return enter('--', at + 4);
    if (text.startsWith('[CDATA[', at + 2) && open.length > 0) return enter(']]>', at + 9);
    return text.startsWith('<!DOCTYPE', at) ? passType(text, at) : incomplete(text, at, isLast);
  }

  function enter(end: typeof until, at: number): number {
    until = end;
    return at;
  }

  function leave(text: string, at: number): number | undefined {
    const end = text.indexOf(until as string, at);
    const after = end + (until === '?>' ? 2 : 3);
    if (end === -1 || after > text.length) return text.length - 2 > at ? text.length - 2 : undefined;
    if (until === '--' && text[end + 2] !== '>') throw misplaced('--');
    until = undefined;
    return after;
  }

  function passText(text: string, at: number, isLast: boolean): number | undefined {
    const tag = text.indexOf('<', at);
    const end = tag === -1 && !isLast ? beforeHalf(text) : tag === -1 ? text.length : tag;
    if (end <= at) return undefined;
    const run = text.slice(at, end);
    if (open.length === 0) {
      const stray = run.search(/[^ \t\r\n]/);
      if (stray !== -1) throw misplaced(wordAt(run, stray), stray);
    } else {
      const sectionEnd = run.indexOf(']]>');
      if (sectionEnd !== -1) throw misplaced(']]>', sectionEnd);
      checkReferences(run);
    }
    return end;
  }

  function enterInstruction(text: string, at: number, isLast: boolean): number | undefined {
    const end = endOfName(text, at + 2);
    if (!isSpace(text, end) && !text.startsWith('?>', end)) return incomplete(text, at, isLast);
    if (text.slice(at + 2, end).toLowerCase() !== 'xml') return enter('?>', end);
    declaration.lastIndex = at;
    if (!isBeginning || !declaration.test(text)) throw misplaced('<?xml');
    return declaration.lastIndex;
  }

  function passType(text: string, at: number): number {
    const end = endOfTag(text, at + 9);
    // The first part reaches to the root element, so a document type is never split.
    if (hasType || hasRoot || end === -1) throw misplaced('<!DOCTYPE');
    if (declaresMarkup(text.slice(at, end))) throw new WebContentFound();
    hasType = true;
    return end;
  }

  function openElement(text: string, at: number, isLast: boolean): number | undefined {
    const nameEnd = endOfName(text, at + 1);
    const end = nameEnd === at + 1 ? undefined : passAttributes(text, nameEnd);
    if (end === undefined) return incomplete(text, at, isLast);
    const element = text.slice(at + 1, nameEnd);
    if (open.length === 0 && hasRoot) throw misplaced(`<${short(element)}`);
    hasRoot = true;
    if (text[end] === '/') return end + 2;
    open.push(detached(element));
    if (open.length > deepest) throw new XmlFault({ fault: 'deep', most: deepest });
    return end + 1;
  }

  function passAttributes(text: string, from: number): number | undefined {
    let names: Set<string> | undefined;
    for (let at = from; ;) {
      const begin = skipSpace(text, at);
      if (text[begin] === '>' || text.startsWith('/>', begin)) return begin;
      const nameEnd = endOfName(text, begin);
      const equals = skipSpace(text, nameEnd);
      const quote = skipSpace(text, equals + 1);
      const isAttribute =
        begin > at && nameEnd > begin && text[equals] === '=' && (text[quote] === '"' || text[quote] === "'");
      const end = isAttribute ? text.indexOf(text[quote] as string, quote + 1) : -1;
      if (end === -1) return undefined;
      const value = text.slice(quote + 1, end);
      const attribute = text.slice(begin, nameEnd);
      if (value.includes('<')) return undefined;
      names ??= new Set();
      if (names.has(attribute)) throw new FaultAtOffset({ fault: 'attribute', what: short(attribute) });
      names.add(attribute);
      checkReferences(value);
      if (namesWebContent(value) || isHiddenNamespace(attribute, value)) throw new WebContentFound();
      at = end + 1;
    }
  }

  function close(text: string, at: number, isLast: boolean): number | undefined {
    const element = open.at(-1);
    const nameEnd = endOfName(text, at + 2);
    const end = skipSpace(text, nameEnd);
    if (nameEnd === at + 2 || text[end] !== '>') return incomplete(text, at, isLast);
    const closed = text.slice(at + 2, nameEnd);
    if (element === undefined) throw misplaced(`</${short(closed)}>`);
    if (element !== closed)
      throw new FaultAtOffset({ fault: 'expected', what: `</${short(closed)}>`, expected: `</${short(element)}>` });
    open.pop();
    return end + 1;
  }

  function checkReferences(text: string): void {
    for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
      if (isKnownReference(text, at)) continue;
      const end = endOfName(text, at + 1);
      if (!hasType || end === at + 1 || text[end] !== ';') throw misplaced(wordAt(text, at), at);
    }
  }

  function finish(): void {
    take('', true);
    if (until !== undefined || rest !== '') throw new XmlFault({ fault: 'early' });
    const element = open.pop();
    if (element !== undefined) throw new XmlFault({ fault: 'open', what: short(element) });
    if (!hasRoot) throw new XmlFault({ fault: 'early' });
  }

  return { take, finish };
}

class FaultAtOffset extends Error {
  readonly fault: FaultWithoutLine;
  readonly after: number;

  constructor(fault: FaultWithoutLine, after = 0) {
    super(fault.fault);
    this.fault = fault;
    this.after = after;
  }
}

type FaultWithoutLine =
  | { fault: 'misplaced' | 'attribute'; what: string }
  | { fault: 'expected'; what: string; expected: string };

const misplaced = (what: string, after?: number) => new FaultAtOffset({ fault: 'misplaced', what }, after);

function incomplete(text: string, at: number, isLast: boolean): undefined {
  if (text.length - at > maxTagLength || (isLast && text.includes('>', at))) throw misplaced(wordAt(text, at));
}

const wordAt = (text: string, at: number) => /^\S*/.exec(text.slice(at, at + 20))?.[0] ?? '';

/** The index at which text can be split without splitting a reference or a ]]>. */
function beforeHalf(text: string): number {
  const end = text.length - 2;
  const begun = text.lastIndexOf('&', end);
  const isWhole = begun === -1 || begun < text.length - longestReference || text.slice(begun, end).includes(';');
  return isWhole ? end : begun;
}

/** Copies a name: a substring would keep the whole text in memory. */
const detached = (text: string) => (text.length < 13 ? text : Buffer.from(text).toString());

function linesIn(text: string, end: number): number {
  let lines = 0;
  for (let at = 0; at < end; at++) if (text.charCodeAt(at) === 0x0a) lines += 1;
  return lines;
}
