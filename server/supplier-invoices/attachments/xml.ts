/** HTML and SVG can be XML too, and a browser would run their scripts. A style sheet can make them of anything. */
const runs = /^(?:.*:)?(?:html|svg)$/i;
const namespaces = /www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1999\/xsl\/transform)/i;

/**
 * Whether the beginning is an XML document that is neither a web page nor a drawing. The root element decides, so its
 * whole start tag must be in this part.
 */
export function looksLikeXml(head: Buffer): boolean {
  const text = textOf(head);
  const root = rootOf(text);
  return root !== undefined && !runs.test(root) && !namesWebContent(text);
}

/** Whether a text names a namespace whose elements a browser would run, also with letters written as numbers. */
export const namesWebContent = (text: string): boolean => namespaces.test(withoutReferences(text));

/** An entity in a namespace could be a part of its name. */
export const isHiddenNamespace = (attribute: string, value: string): boolean =>
  attribute.startsWith('xmlns') && /&(?!#|(?:amp|lt|gt|quot|apos);)/.test(value);

/**
 * Whether a document type could make elements of a web page: only entities of plain text are harmless. Others can
 * contain elements, and lists of attributes a namespace, in pieces that are put together elsewhere.
 */
export const declaresMarkup = (type: string): boolean =>
  /[&%]|<!ATTLIST|<(?!!(?:DOCTYPE|ENTITY|ELEMENT|NOTATION|--)|\?)/i.test(type);

/**
 * The byte order mark decides the encoding. The default is UTF-8, in which the markup of any ASCII-based encoding is
 * readable.
 */
function textOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le', 2);
  if (head[0] === 0xfe && head[1] === 0xff)
    return Buffer.from(head.subarray(2, head.length - (head.length % 2)))
      .swap16()
      .toString('utf16le');
  return head.toString('utf8').replace(/^\uFEFF/, '');
}

/** Resolves character references, so that they cannot hide a namespace. */
const withoutReferences = (text: string) =>
  !text.includes('&#')
    ? text
    : text.replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (written, hex?: string, decimal?: string) => {
        const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : written;
      });

/**
 * The root element's name; undefined if the text is not XML, has the document type html or svg, or ends before the root
 * does.
 */
function rootOf(text: string): string | undefined {
  for (let at = 0; at !== -1 && at < text.length;) {
    if (isSpace(text, at)) at += 1;
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (text.startsWith('<?', at)) at = after(text, '?>', at + 2);
    else if (/^<!doctype$/i.test(text.slice(at, at + 9))) {
      if (runs.test(nameAt(text, skipSpace(text, at + 9)))) return undefined;
      at = endOfTag(text, at + 9);
    } else return text[at] === '<' && endOfTag(text, at + 1) !== -1 ? nameAt(text, at + 1) || undefined : undefined;
  }
  return undefined;
}

const name = /[\p{L}_][^\s/>[<"'=]*/uy;

function nameAt(text: string, at: number): string {
  name.lastIndex = at;
  return name.exec(text)?.[0] ?? '';
}

export function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function skipSpace(text: string, begin: number): number {
  let at = begin;
  while (isSpace(text, at)) at += 1;
  return at;
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? -1 : at + end.length;
}

/** The index after the `>` of a tag or document type, ignoring those in quotes and in a document type's brackets. */
export function endOfTag(text: string, begin: number): number {
  let declaring = false;
  for (let at = begin; at !== -1 && at < text.length;) {
    const character = text[at] as string;
    if (character === '"' || character === "'") at = after(text, character, at + 1);
    else if (declaring && text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (declaring && text.startsWith('<?', at)) at = after(text, '?>', at + 2);
    else if (character === '>' && !declaring) return at + 1;
    else {
      if (character === '[') declaring = true;
      if (character === ']') declaring = false;
      at += 1;
    }
  }
  return -1;
}
