const token = /<!--.*?-->|<!\w[^>]*>|<(\/?)([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gs;
const attribute = /([^\s=]+)(?:="([^"]*)")?/g;
const empty = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr']);
const inline = new Set(['a', 'abbr', 'b', 'bdi', 'code', 'em', 'i', 'kbd', 'mark', 'small', 'span', 'strong', 'time']);
const unseen = new Set(['head', 'noscript', 'script', 'style', 'svg', 'template']);

const roles: Record<string, string> = {
  a: 'link',
  article: 'article',
  button: 'button',
  dd: 'definition',
  dt: 'term',
  input: 'textbox',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  option: 'option',
  section: 'region',
  select: 'combobox',
  table: 'table',
  td: 'cell',
  textarea: 'textbox',
  th: 'columnheader',
  tr: 'row',
};

type Name = string | RegExp;

/** An element of a rendered page. */
export class MarkupElement {
  readonly children: (MarkupElement | string)[] = [];
  readonly tag: string;
  readonly attributes: Record<string, string>;
  readonly parent: MarkupElement | undefined;
  constructor(tag: string, attributes: Record<string, string>, parent: MarkupElement | undefined) {
    this.tag = tag;
    this.attributes = attributes;
    this.parent = parent;
  }

  get root(): MarkupElement {
    return this.parent?.root ?? this;
  }

  /** All elements below this one that a reader can see. */
  get below(): MarkupElement[] {
    return this.shown.flatMap((child) => (typeof child === 'string' ? [] : [child, ...child.below]));
  }

  private get shown(): (MarkupElement | string)[] {
    const isFolded = this.tag === 'details' && !('open' in this.attributes);
    return this.children.filter(
      (child) => typeof child === 'string' || (child.isShown && (!isFolded || child.tag === 'summary')),
    );
  }

  private get isShown(): boolean {
    const { hidden, style = '' } = this.attributes;
    return hidden === undefined && !unseen.has(this.tag) && !/display:\s*none/.test(style);
  }

  get role(): string | undefined {
    const { role, type = '' } = this.attributes;
    if (role !== undefined) return role;
    if (/^h[1-6]$/.test(this.tag)) return 'heading';
    return this.tag === 'input' && ['checkbox', 'radio'].includes(type) ? type : roles[this.tag];
  }

  /** The name that a screen reader says. */
  get name(): string {
    const { id, 'aria-label': label, 'aria-labelledby': labels } = this.attributes;
    if (label !== undefined) return label;
    const all = this.root.below;
    if (labels !== undefined)
      return labels
        .split(' ')
        .map((of) => all.find(({ attributes }) => attributes.id === of)?.text ?? '')
        .join(' ');
    const labelOf = id === undefined ? undefined : all.find(({ attributes }) => attributes.for === id);
    return labelOf?.text ?? this.text;
  }

  /** The text of an element, with its blocks apart by one space. */
  get text(): string {
    return this.raw.replace(/[ \n]+/g, ' ').trim();
  }

  private get raw(): string {
    return this.shown
      .map((child) => (typeof child === 'string' ? child : inline.has(child.tag) ? child.raw : ` ${child.raw} `))
      .join('');
  }

  /** Opens what is folded below a summary. */
  unfold(summary: string): void {
    const found = this.below.find(({ tag, text }) => tag === 'summary' && text === summary);
    if (found?.parent === undefined) throw new Error(`Nothing is folded below ${summary} in: ${this.text}`);
    found.parent.attributes.open = '';
  }

  /** The elements of a role, and with this name: a whole text or a part that fits a pattern. */
  all(role: string, name?: Name): MarkupElement[] {
    return this.below.filter((part) => part.role === role && (name === undefined || fits(part.name, name)));
  }

  /** The only element of a role and name. */
  one(role: string, name?: Name): MarkupElement {
    const found = this.all(role, name);
    const [part] = found;
    if (part === undefined || found.length > 1)
      throw new Error(`${found.length} of ${role} ${name} in: ${this.text.slice(0, 2_000)}`);
    return part;
  }

  /** The attributes that say how a control is and where a link leads. */
  get isDisabled(): boolean {
    return 'disabled' in this.attributes || this.attributes['aria-disabled'] === 'true' || this.isInDisabledGroup;
  }

  private get isInDisabledGroup(): boolean {
    const group = this.parent;
    return (
      group !== undefined && ((group.tag === 'fieldset' && 'disabled' in group.attributes) || group.isInDisabledGroup)
    );
  }

  get isChecked(): boolean {
    return 'checked' in this.attributes;
  }

  get href(): string {
    return this.attributes.href ?? '';
  }
}

const fits = (text: string, name: Name) => (typeof name === 'string' ? text === name : name.test(text));

export function readMarkup(html: string): MarkupElement {
  const root = new MarkupElement('', {}, undefined);
  let open = root;
  for (const [, closing, tag, attributes = '', closed, text] of html.matchAll(token)) {
    if (text !== undefined) open.children.push(decoded(text));
    else if (tag === undefined) continue;
    else if (closing === '/') open = open.parent ?? root;
    else {
      const part = new MarkupElement(tag, attributesOf(attributes), open);
      open.children.push(part);
      if (closed !== '/' && !empty.has(tag)) open = part;
    }
  }
  if (open !== root) throw new Error(`<${open.tag}> is not closed`);
  return root;
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(attribute)].map(([, name = '', value = '']) => [name, decoded(value)]));

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decoded = (text: string) => text.replace(/&([a-z]+|#x27);/g, (whole, name: string) => signs[name] ?? whole);
