/**
 * A piece of a page: a key of what axe judges in it, how many pieces it contains, itself included, and the key that it
 * would have if it were empty.
 */
export type Piece = [key: number, size: number, empty: number];

/** The elements of the pieces, which the page keeps: others may come before they are judged. */
export type WithPieces = Window & { pieces?: Element[] };

/**
 * The visible elements of a page, each before those in it. Two have one key if they and everything in them have the
 * same tags, roles, states, colours and letters in size and weight, inside the same elements, and differ only in
 * words. Runs in the page.
 */
export function piecesOf(everywhere: boolean): Piece[] {
  const isCovered = document.querySelector('[role=dialog][aria-modal=true]') !== null;
  const frame = `.mantine-AppShell-header, .mantine-AppShell-navbar${isCovered ? ', main' : ''}`;
  const all = [...document.querySelectorAll('*')];
  const ids = new Map<string, number>();
  for (const { id } of all) ids.set(id, (ids.get(id) ?? 0) + 1);
  /** Words and references, of which only counts whether there are any and whether they lead somewhere. */
  const words =
    /^(?:alt|aria-(?:colindex|description|label|placeholder|posinset|rowindex|valuenow|valuetext)|content|datetime|href|name|placeholder|src|srcset|title|value)$/;
  const references =
    /^(?:aria-(?:activedescendant|controls|describedby|details|errormessage|flowto|labelledby|owns)|for|headers|list)$/;
  const ofAttribute = ({ name, value, ownerElement }: Attr): string => {
    if (ownerElement instanceof SVGElement && !/^(?:aria-|role$)/.test(name)) return '';
    // Their effect on what is judged shows in the computed style.
    if (name === 'style' || name.startsWith('data-')) return '';
    if (name === 'id') return value !== '' && (ids.get(value) ?? 0) > 1 ? 'id twice' : '';
    if (name === 'class') return value.replaceAll(/\b__m__\S+|\bm_[\w-]+/g, '');
    if (words.test(name)) return `${name} ${value.trim() === ''}`;
    if (references.test(name))
      return `${name} ${value
        .split(/\s+/)
        .map((id) => ids.has(id))
        .join()}`;
    return `${name}=${value}`;
  };
  const hash = (text: string, from: number): number => {
    let [high, low] = [0x9e3779b9 ^ from, 0x85ebca6b ^ (from / 0x1_0000_0000)];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 0x9e3779b1);
      low = Math.imul(low ^ code, 0x5f356495);
    }
    return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
  };
  const isScrolled = (element: Element, { overflowX, overflowY }: CSSStyleDeclaration): boolean =>
    /auto|scroll/.test(overflowX + overflowY) &&
    (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth);
  const isContainer = ({ tagName, attributes }: Element): boolean =>
    /^(?:BODY|DIV|HTML|SPAN)$/.test(tagName) && ![...attributes].some(({ name }) => /^(?:aria-|role$)/.test(name));
  const pieces: Piece[] = [];
  const elements: Element[] = [];
  const add = (element: Element, around: number): number => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || (!everywhere && element.matches(frame))) return 0;
    const { color, backgroundColor, backgroundImage, fontSize, fontWeight, opacity, textDecorationLine } = style;
    const looks = [color, backgroundColor, backgroundImage, fontSize, fontWeight, opacity, textDecorationLine];
    const hasLabel = ((element as HTMLInputElement).labels?.length ?? 0) > 0;
    const attributes = [...element.attributes].map(ofAttribute).filter((text) => text !== '');
    const own = hash([element.tagName, ...looks, style.visibility, hasLabel, ...attributes].join('\n'), around);
    const piece: Piece = [own, 1, own];
    const at = pieces.push(piece);
    elements.push(element);
    // Two rows are judged like three.
    const inside = new Set<string | number>(isScrolled(element, style) ? ['scrolled'] : []);
    for (const child of element.childNodes)
      if (child instanceof Element) inside.add(add(child, own));
      else if (child instanceof Text && child.data.trim() !== '') inside.add('words');
    piece[0] = hash([...inside].join(), own);
    piece[1] = pieces.length - at + 1;
    // No rule judges what a container without a role consists of.
    if (!isContainer(element) || inside.has('words') || inside.has('scrolled')) piece[2] = piece[0];
    return piece[0];
  };
  add(document.documentElement, 0);
  (window as WithPieces).pieces = elements;
  return pieces;
}
