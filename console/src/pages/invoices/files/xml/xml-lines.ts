/** What a part of an XML file is, for its colour. */
export type XmlPart = 'mark' | 'element' | 'attribute' | 'value' | 'text' | 'comment';

export interface XmlLine {
  depth: number;
  parts: { kind: XmlPart; text: string; leftOut?: number }[];
}

/** More than this nobody reads on a screen. */
const mostCharacters = 2_000_000;
const mostLines = 4_000;
/** A text that is longer is a file within the file, and shown by its beginning. */
const longestText = 2_000;
const deepest = 40;

/** Comments, sections of characters, instructions, tags and what is between them. Each is read once, from its beginning to its end. */
const pieces =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<!(?:"[^"]*"|'[^']*'|[^>"'])*>?|<\/?(?:"[^"]*"|'[^']*'|[^<>"'])*>?|[^<]+|</g;
const attributes = /([^\s=/?]+)(?:(\s?=\s?)("[^"]*"?|'[^']*'?))?|[^]/g;

/** An XML file as lines, indented anew: an element with nothing but text in it is one line. */
export function xmlLines(xml: string): { lines: XmlLine[]; isCut: boolean } {
  const lines: XmlLine[] = [];
  let depth = 0;
  /** The line that an element began, until something comes in that is not its text. */
  let open: XmlLine | undefined;
  const add = (parts: XmlLine['parts'], at = depth) => {
    const line = { depth: Math.min(at, deepest), parts };
    lines.push(line);
    return line;
  };
  const source = xml.replace(/^\uFEFF/, '');
  for (const [piece] of source.slice(0, mostCharacters).matchAll(pieces)) {
    if (lines.length >= mostLines) return { lines, isCut: true };
    if (piece.startsWith('</')) {
      depth = Math.max(0, depth - 1);
      if (open === undefined) add(tag(piece));
      else open.parts.push(...tag(piece));
      open = undefined;
    } else if (!piece.startsWith('<') || piece.startsWith('<![CDATA[')) {
      const text = piece.trim();
      if (text === '') continue;
      if (open === undefined) add([cut('text', text)]);
      else open.parts.push(cut('text', text));
    } else {
      const isTag = /^<[^!?]/.test(piece);
      const line = add(isTag ? tag(piece) : [cut('comment', piece)]);
      const opens = isTag && !piece.endsWith('/>');
      open = opens ? line : undefined;
      if (opens) depth++;
    }
  }
  return { lines, isCut: source.length > mostCharacters };
}

function tag(piece: string): XmlLine['parts'] {
  const [, begin = '', name = '', rest = '', end = ''] = /^(<\/?)([^\s/>]*)([^]*?)(\/?>?)$/.exec(piece) ?? [];
  const parts: XmlLine['parts'] = [
    { kind: 'mark', text: begin },
    { kind: 'element', text: name },
  ];
  for (const [other, attribute, equals, value] of rest.replaceAll(/\s+/g, ' ').trimEnd().matchAll(attributes)) {
    if (attribute === undefined) parts.push({ kind: 'mark', text: other });
    else parts.push({ kind: 'attribute', text: attribute });
    if (equals !== undefined && value !== undefined)
      parts.push({ kind: 'mark', text: equals.trim() }, cut('value', value));
  }
  return [...parts, { kind: 'mark', text: end }].filter(({ text }) => text !== '') as XmlLine['parts'];
}

const cut = (kind: XmlPart, text: string) =>
  text.length <= longestText
    ? { kind, text }
    : { kind, text: text.slice(0, longestText / 10), leftOut: text.length - longestText / 10 };
