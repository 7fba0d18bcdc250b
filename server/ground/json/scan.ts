import { short } from '../../../common/errors/words.ts';
import { atOnce, type Steps } from '../../../common/steps.ts';

/** Reading this many characters takes well below a millisecond. */
export const stepChars = 16_384;

/** Returns the index of the closing quote, or the text's length if there is none. */
export function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** A float holds every number with fewer digits. The decimal point counts as one. */
export const unusualDigits = 16;

/** Whether a JSON text has a number with an exponent, or one that a float may not hold. */
export function* findingLongNumbers(text: string): Steps<boolean> {
  let digits = 0;
  let step = stepChars;
  for (let at = 0; at < text.length; at++) {
    if (at >= step) {
      yield;
      step = at + stepChars;
    }
    const code = text.charCodeAt(at);
    if ((code >= 0x30 && code <= 0x39) || code === 0x2e) {
      if (++digits >= unusualDigits) return true;
      continue;
    }
    // The e of true and false does not follow a digit.
    if (digits > 0 && (code | 0x20) === 0x65) return true;
    digits = 0;
    if (code === quote) at = endOfString(text, at);
  }
  return false;
}

type ExpectedToken = 'a value' | 'a value or ]' | 'a name' | 'a name or }' | 'a colon' | 'what follows';
const isName = (expected: ExpectedToken) => expected === 'a name' || expected === 'a name or }';

const [newline, comma, colon, quote, backslash] = [0x0a, 0x2c, 0x3a, 0x22, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

const blank = /[ \t\n\r]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Returns `at` if nothing matches there. The expression must be sticky. */
function after(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

/**
 * Returns the index at which a text stops being JSON, or its length if it is complete or ends too early. It is one pass
 * without recursion. JSON.parse does not always report the index.
 */
export const faultIn = (text: string): number => atOnce(findingFault(text));

export function* findingFault(text: string): Steps<number> {
  const closing: number[] = [];
  let expected: ExpectedToken = 'a value';
  let at = 0;
  let step = stepChars;
  for (;;) {
    if (at >= step) {
      yield;
      step = at + stepChars;
    }
    at = after(blank, text, at);
    const found = text.charCodeAt(at);
    if (at >= text.length) return at;
    if (expected === 'what follows') {
      const end = closing.at(-1);
      if (end !== undefined && found === comma) expected = end === closeObject ? 'a name' : 'a value';
      else if (end !== undefined && found === end) closing.pop();
      else return at;
      at += 1;
    } else if (expected === 'a colon') {
      if (found !== colon) return at;
      expected = 'a value';
      at += 1;
    } else if (
      (expected === 'a value or ]' && found === closeArray) ||
      (expected === 'a name or }' && found === closeObject)
    ) {
      closing.pop();
      expected = 'what follows';
      at += 1;
    } else if (found === quote) {
      const end = yield* findingEndOfJsonString(text, at);
      if (text.charCodeAt(end) !== quote) return end;
      expected = isName(expected) ? 'a colon' : 'what follows';
      at = end + 1;
    } else if (isName(expected)) {
      return at;
    } else if (found === openArray || found === openObject) {
      closing.push(found === openArray ? closeArray : closeObject);
      expected = found === openArray ? 'a value or ]' : 'a name or }';
      at += 1;
    } else {
      const end = after(scalar, text, at);
      if (end === at) return at;
      expected = 'what follows';
      at = end;
    }
  }
}

/** Returns the index of the closing quote, or of the first invalid character. */
function* findingEndOfJsonString(text: string, begin: number): Steps<number> {
  for (let at = begin + 1, step = at + stepChars; at < text.length;) {
    if (at >= step) {
      yield;
      step = at + stepChars;
    }
    const code = text.charCodeAt(at);
    if (code === quote || code < 0x20) return at;
    const end = code === backslash ? after(escape, text, at) : at + 1;
    if (end === at) return at;
    at = end;
  }
  return text.length;
}

const maxPaths = 100;

/**
 * Returns the paths of names that occur twice in one object, and empty strings after the first hundred. Names are
 * compared unescaped.
 */
export const repeatedNames = (text: string): string[] => atOnce(findingRepeatedNames(text));

export function* findingRepeatedNames(text: string): Steps<string[]> {
  const found: string[] = [];
  // The enclosing objects (with how often each name occurred) and arrays (undefined), and the position in each.
  const open: (Map<string, number> | undefined)[] = [];
  const steps: (string | number)[] = [];
  let isName = false;
  let step = stepChars;
  for (let at = 0; at < text.length; at++) {
    if (at >= step) {
      yield;
      step = at + stepChars;
    }
    const code = text.charCodeAt(at);
    const last = open.length - 1;
    if (code === quote) {
      const end = endOfString(text, at);
      if (isName) {
        const name = nameOf(text.slice(at, end + 1));
        const names = open[last] as Map<string, number>;
        const times = names.get(name) ?? 0;
        names.set(name, times + 1);
        steps[last] = name;
        if (times === 1) found.push(found.length < maxPaths ? pathOf(steps) : '');
      }
      isName = false;
      at = end;
    } else if (code === openObject || code === openArray) {
      isName = code === openObject;
      open.push(isName ? new Map() : undefined);
      steps.push(isName ? '' : 0);
    } else if (code === closeObject || code === closeArray) {
      isName = false;
      open.pop();
      steps.pop();
    } else if (code === comma) {
      isName = open[last] !== undefined;
      if (!isName) (steps[last] as number) += 1;
    }
  }
  return found;
}

const nameOf = (written: string) => (written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1));

const pathOf = (steps: (string | number)[]) =>
  steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step === '' ? '""' : short(step)}`))
    .join('')
    .replace(/^\./, '');

/** Both count from 1. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let begin = 0;
  for (let index = 0; index < at; index++)
    if (text.charCodeAt(index) === newline) {
      line += 1;
      begin = index + 1;
    }
  return { line, column: at - begin + 1 };
}
