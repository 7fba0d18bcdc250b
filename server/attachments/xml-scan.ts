import { short } from '../short.ts';
import { endOfTag } from './xml.ts';

/** Why a text is not well-formed, in words that follow “the file is not well-formed XML: ”. */
export class XmlFault extends Error {}

/** Both throw an XmlFault where the text is not well-formed. */
export interface XmlScan {
  /** Looks at the next part of the text. What comes before the root element must all be in the first one. */
  take(text: string): void;
  finish(): void;
}

/** Longer tags and references, and deeper documents, are no documents that anybody writes. */
const longestTag = 64 * 1024;
const longestReference = 1024;
const deepest = 1_000;

const start = ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const name = `[${start}][-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040${start}]*`;
const space = '[ \\t\\r\\n]';

const opening = new RegExp(`<(${name})`, 'uy');
const attribute = new RegExp(`${space}+(${name})${space}*=${space}*(?:"([^<"]*)"|'([^<']*)')`, 'uy');
const openingEnd = new RegExp(`${space}*(/?)>`, 'y');
const closing = new RegExp(`</(${name})${space}*>`, 'uy');
const instruction = new RegExp(`<\\?(${name})(?=${space}|\\?>)`, 'uy');
const declaration = new RegExp(`<\\?xml${space}+version${space}*=${space}*["']1[.][0-9]+["'][^?]*\\?>`, 'y');
const reference = new RegExp(`&(?:#([0-9]+)|#x([0-9a-fA-F]+)|(${name}));`, 'uy');
const forbidden = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/;
const known = new Set(['lt', 'gt', 'amp', 'apos', 'quot']);

/**
 * Looks at an XML document part by part, each character once, and keeps nothing but the names of the elements that are open. Nothing is
 * expanded and nothing is fetched: what a document type declares is passed over, and what refers to it is believed.
 */
export function createXmlScan(): XmlScan {
  const open: string[] = [];
  let rest = '';
  let line = 1;
  let isBeginning = true;
  let hasRoot = false;
  let hasType = false;
  /** What ends the comment, the section or the instruction that the text is in. */
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
      if (error instanceof Misplaced) throw new XmlFault(`line ${line + linesIn(text, at)} ${error.message}`);
      throw error;
    }
    line += linesIn(text, at);
    rest = text.slice(at);
  }

  /** Where the next piece of the document begins; undefined where more of it must come first. */
  function step(text: string, at: number, isLast: boolean): number | undefined {
    if (until !== undefined) return leave(text, at);
    if (text[at] !== '<') return passText(text, at, isLast);
    if (text.startsWith('<?', at)) return enterInstruction(text, at, isLast);
    if (text.startsWith('<!--', at)) return enter('--', at + 4);
    if (text.startsWith('<![CDATA[', at)) {
      if (open.length === 0) throw misplaced('<![CDATA[');
      return enter(']]>', at + 9);
    }
    if (text.startsWith('<!DOCTYPE', at)) return passType(text, at);
    return text[at + 1] === '/' ? close(text, at, isLast) : openElement(text, at, isLast);
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
      if (stray !== -1) throw misplaced(wordAt(run, stray));
    } else {
      if (run.includes(']]>')) throw misplaced(']]>');
      checkReferences(run);
    }
    return end;
  }

  function enterInstruction(text: string, at: number, isLast: boolean): number | undefined {
    const target = match(instruction, text, at)?.[1];
    if (target === undefined) return incomplete(text, at, isLast);
    if (target.toLowerCase() !== 'xml') return enter('?>', at + 2 + target.length);
    const whole = isBeginning ? match(declaration, text, at)?.[0] : undefined;
    if (whole === undefined) throw misplaced('<?xml');
    return at + whole.length;
  }

  function passType(text: string, at: number): number {
    const end = endOfTag(text, at + 9);
    // What begins a file is looked at as far as its root element, so that a document type is never in two parts.
    if (hasType || hasRoot || end === -1) throw misplaced('<!DOCTYPE');
    hasType = true;
    return end;
  }

  function openElement(text: string, at: number, isLast: boolean): number | undefined {
    const element = match(opening, text, at)?.[1];
    if (element === undefined) return incomplete(text, at, isLast);
    const names = new Set<string>();
    let end = at + 1 + element.length;
    for (let found = match(attribute, text, end); found !== undefined; found = match(attribute, text, end)) {
      const [whole, attributeName = '', double, single = ''] = found;
      if (names.has(attributeName)) throw new Misplaced(`has the attribute ${short(attributeName)} twice`);
      names.add(attributeName);
      checkReferences(double ?? single);
      end += whole.length;
    }
    const last = match(openingEnd, text, end);
    if (last === undefined) return incomplete(text, at, isLast);
    if (open.length === 0 && hasRoot) throw misplaced(`<${short(element)}`);
    hasRoot = true;
    if (last[1] === '') open.push(detached(element));
    if (open.length > deepest) throw new XmlFault(`it is nested deeper than ${deepest.toLocaleString('en-US')} levels`);
    return end + last[0].length;
  }

  function close(text: string, at: number, isLast: boolean): number | undefined {
    const found = match(closing, text, at);
    if (found === undefined) return incomplete(text, at, isLast);
    const element = open.pop();
    const closed = `</${short(found[1] as string)}>`;
    if (element === undefined) throw misplaced(closed);
    if (element !== found[1]) throw new Misplaced(`has ${closed} where </${short(element)}> is expected`);
    return at + found[0].length;
  }

  function checkReferences(text: string): void {
    for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
      const [whole, decimal, hex, entity] = match(reference, text, at) ?? [];
      const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
      const isKnown = entity === undefined ? isCharacter(code) : hasType || known.has(entity);
      if (whole === undefined || !isKnown) throw misplaced(wordAt(text, at));
    }
  }

  function finish(): void {
    take('', true);
    if (until !== undefined || rest !== '') throw new XmlFault('it ends too early');
    const element = open.pop();
    if (element !== undefined) throw new XmlFault(`it ends before ${short(element)} is closed`);
    if (!hasRoot) throw new XmlFault('it ends too early');
  }

  return { take, finish };
}

/** What is wrong at the place that the scan has come to; the line is added there. */
class Misplaced extends Error {}
const misplaced = (what: string) => new Misplaced(`has ${what} where XML does not allow it`);

/** What begins a tag and does not end it yet. */
function incomplete(text: string, at: number, isLast: boolean): undefined {
  if (text.length - at > longestTag || (isLast && text.includes('>', at))) throw misplaced(wordAt(text, at));
}

const wordAt = (text: string, at: number) => /^\S*/.exec(text.slice(at, at + 20))?.[0] ?? '';

function match(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

/** Where text can be cut without cutting through a reference or a ]]>. */
function beforeHalf(text: string): number {
  const begun = text.lastIndexOf('&');
  const isHalf = begun > text.length - longestReference && text.indexOf(';', begun) === -1;
  return isHalf ? Math.min(begun, text.length - 2) : text.length - 2;
}

const isCharacter = (code: number) =>
  code === 0x9 || code === 0xa || code === 0xd || (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);

/** A name by itself: a piece of a text keeps the whole of it in memory. */
const detached = (text: string) => (text.length < 13 ? text : Buffer.from(text).toString());

function linesIn(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
