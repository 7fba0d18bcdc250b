export type XmlPart = 'mark' | 'element' | 'attribute' | 'value' | 'text' | 'comment';

export interface XmlLine {
  depth: number;
  parts: { kind: XmlPart; text: string; leftOut?: number }[];
}

const maxCharacters = 2_000_000;
const maxLines = 4_000;
/** Longer texts are embedded files; only their beginning is shown. */
const maxTextLength = 2_000;
const shownTextLength = 200;
const maxDepth = 40;

/** Comments, CDATA, instructions, tags and the text between them. Linear: no alternative backtracks into another. */
const pieces =
  /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$)|<!(?:"[^"]*"|'[^']*'|[^>"'])*>?|<\/?(?:"[^"]*"|'[^']*'|[^<>"'])*>?|[^<]+|</g;
const attributes = /([^\s=/?]+)(?:(\s?=\s?)("[^"]*"?|'[^']*'?))?|[^]/g;

/** Lines of an XML file, indented again. An element that contains only text is one line. */
export function xmlLines(xml: string): { lines: XmlLine[]; isCut: boolean } {
  const lines: XmlLine[] = [];
  let depth = 0;
  /** Line of the element that was opened last, until something other than its text follows. */
  let open: XmlLine | undefined;
  const add = (parts: XmlLine['parts'], at = depth) => {
    const line = { depth: Math.min(at, maxDepth), parts };
    lines.push(line);
    return line;
  };
  const source = xml.replace(/^\uFEFF/, '');
  for (const [piece] of source.slice(0, maxCharacters).matchAll(pieces)) {
    if (lines.length >= maxLines) return { lines, isCut: true };
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
  return { lines, isCut: source.length > maxCharacters };
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
  text.length <= maxTextLength
    ? { kind, text }
    : { kind, text: text.slice(0, shownTextLength), leftOut: text.length - shownTextLength };

/** Decodes an XML file in the encoding that it declares; older Swedish systems often write ISO 8859-1. */
export function decodeXml(bytes: ArrayBuffer): string {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 200));
  const declared = /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    // An encoding that browsers do not know.
    return new TextDecoder().decode(bytes);
  }
}
