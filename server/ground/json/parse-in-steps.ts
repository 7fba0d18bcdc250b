import { endOfString } from './scan.ts';
import type { Steps } from '../../../common/steps.ts';

type Container = unknown[] | Record<string, unknown>;

interface OpenContainer {
  closer: ']' | '}';
  /** The index of its name, if it is in an object. */
  nameAt: number;
  /** Undefined until the first slice with some of it has been parsed. */
  value: Container | undefined;
}

const maxSliceLength = 16_384;

/**
 * JSON.parse in steps: accepts the same texts and returns the same value. The text is cut at commas, and each slice is
 * parsed for itself: containers that are open at a cut are closed there, and the next slice is added to the innermost
 * one. `parse` reads one slice.
 */
export function* parsing(
  text: string,
  parse: (json: string) => unknown = JSON.parse,
  sliceLength = maxSliceLength,
): Steps<unknown> {
  if (text.length <= sliceLength) return parse(text);
  const open: OpenContainer[] = [];
  /** How many of the open containers were parsed in part: the slice is in the innermost of these. */
  let parsed = 0;
  let root: unknown;
  let from = 0;
  let previous: 'nothing' | 'comma' | 'container' = 'nothing';
  let nameAt = 0;

  /** Parses the slice that ends before `end`. */
  function take(end: number): void {
    let content = text.slice(from, end);
    if (previous === 'container') {
      const at = afterBlanks(content);
      if (at === content.length) return;
      if (content[at] !== ',') throw new SyntaxError();
      content = content.slice(at + 1);
    }
    if (previous !== 'nothing' && afterBlanks(content) === content.length) throw new SyntaxError();
    // The closers would make `[,1]` two valid slices.
    if (/[[{]/.test(content.trimEnd().at(-1) ?? '')) throw new SyntaxError();
    const around = open[parsed - 1];
    const opener = around === undefined ? '' : around.closer === ']' ? '[' : '{';
    const closers = open.slice(Math.max(parsed - 1, 0)).map(({ closer }) => closer);
    const piece = parse(opener + content + closers.toReversed().join('')) as Container;
    if (around === undefined) root = piece;
    else addTo(around.value as Container, piece);
    let inner = piece;
    for (const [nth, one] of open.slice(parsed).entries()) {
      if (nth > 0 || around !== undefined)
        inner = (Array.isArray(inner) ? inner.at(-1) : inner[nameOf(text, one)]) as Container;
      one.value = inner;
    }
  }

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      nameAt = at;
      at = endOfString(text, at);
    } else if (code === 0x5b || code === 0x7b) {
      open.push({ closer: code === 0x5b ? ']' : '}', nameAt, value: undefined });
    } else if (code === 0x5d || code === 0x7d) {
      if (open.length > parsed) open.pop();
      else {
        if (open.at(-1)?.closer !== text[at]) throw new SyntaxError();
        take(at);
        open.pop();
        parsed -= 1;
        from = at + 1;
        previous = 'container';
        if (parsed === 0) break;
      }
    } else if (code === 0x2c && at - from >= sliceLength && open.length > 0) {
      take(at);
      parsed = open.length;
      from = at + 1;
      previous = 'comma';
      yield;
    }
  }
  if (previous === 'nothing') return parse(text);
  if (open.length > 0 || afterBlanks(text.slice(from)) < text.length - from) throw new SyntaxError();
  return root;
}

const blanks = /^[ \t\n\r]*/;
const afterBlanks = (text: string) => (blanks.exec(text) as RegExpExecArray)[0].length;

const nameOf = (text: string, { nameAt }: OpenContainer) =>
  JSON.parse(text.slice(nameAt, endOfString(text, nameAt) + 1)) as string;

function addTo(container: Container, piece: Container): void {
  if (Array.isArray(container)) for (const item of piece as unknown[]) container.push(item);
  else
    for (const [name, value] of Object.entries(piece))
      if (name === '__proto__')
        Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
      else container[name] = value;
}
