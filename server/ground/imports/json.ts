import { endOfString, faultIn, lineAndColumn, repeatedNames } from '../json/scan.ts';
import { faultOf, problemAt } from '../../../common/errors/catalogue.ts';
import { quoted } from '../../../common/errors/words.ts';
import { reportUnknown } from './fields.ts';
import type { Layout } from './layout.ts';
import type { Mistake } from './mistakes.ts';
import { maxRecordLength, maxRows, reportFor, tooLarge, tooManyRows, type Contents, type ImportRow } from './rows.ts';

export function readJsonArray(text: string, layout: Layout): Contents {
  const mistakes: Mistake[] = [];
  return { rows: rowsOf(text, layout, mistakes), mistakes };
}

/** Parses one element at a time: parsing a large file at once would block other requests for a second. */
function* rowsOf(text: string, layout: Layout, mistakes: Mistake[]): Generator<ImportRow | undefined, unknown> {
  const stop = (mistake: Mistake) => mistakes.push(mistake);
  let at = afterBlanks(text, 0);
  if (text.charCodeAt(at) !== openArray) return stop(notAnArray(text));
  const lineAt = lineCounter(text);
  for (let index = 0; ; index++) {
    at = afterBlanks(text, at + 1);
    if (index === 0 && text.charCodeAt(at) === closeArray) break;
    const row: ImportRow = { line: lineAt(at), at: `[${index}]`, fields: {} };
    if (index === maxRows) return stop(tooManyRows(row.line));
    const end = endOfElement(text, at);
    const element = text.slice(at, end);
    const value = end - at > maxRecordLength ? undefined : parsed(element);
    if (value === undefined) {
      const fault = faultInBeginning(element);
      return stop(fault === undefined ? { line: row.line, path: row.at, ...tooLarge } : brokenAt(text, at + fault));
    }
    yield rowOf(row, element, value, layout, mistakes);
    at = end;
    if (text.charCodeAt(at) === closeArray) break;
    if (text.charCodeAt(at) !== comma) return stop(brokenAt(text, at));
  }
  const rest = afterBlanks(text, at + 1);
  return rest < text.length ? stop(brokenAt(text, rest)) : undefined;
}

function rowOf(
  row: ImportRow,
  element: string,
  fields: unknown,
  layout: Layout,
  mistakes: Mistake[],
): ImportRow | undefined {
  const report = reportFor(row, mistakes);
  for (const path of repeatedNames(element))
    // Repetitions beyond the limit are reported with an empty path.
    if (path !== '') report(isPlain(path) ? path : quoted(path), faultOf('name.repeated'));
  if (!isObject(fields)) {
    report('', faultOf('object.type'));
    return undefined;
  }
  reportUnknown(fields, '', layout, report);
  return { ...row, fields };
}

const [newline, quote, comma] = [0x0a, 0x22, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

function afterBlanks(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 0x20 || code === 0x09 || code === newline;)
    code = text.charCodeAt(++at);
  return at;
}

/** Offsets must be passed in ascending order: the text is scanned once. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let seen = 0;
  return (at) => {
    for (; seen < at; seen++) if (text.charCodeAt(seen) === newline) line += 1;
    return line;
  };
}

/**
 * Returns the offset of the comma or bracket after an element, or of the end of the text. Stops just beyond the maximum
 * length.
 */
function endOfElement(text: string, begin: number): number {
  const limit = Math.min(text.length, begin + maxRecordLength + 1);
  let depth = 0;
  for (let at = begin; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openArray || code === openObject) depth += 1;
    else if (depth > 0) depth -= Number(code === closeArray || code === closeObject);
    else if (code === comma || code === closeArray || code === closeObject) return at;
  }
  return limit;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isPlain = (field: string) => /^[\p{L}\p{N}_ .[\]-]+$/u.test(field);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function brokenAt(text: string, at: number): Mistake {
  const { line, column } = lineAndColumn(text, at);
  return { line, ...problemAt('', 'file.json', { column }) };
}

function notAnArray(text: string): Mistake {
  const fault = faultInBeginning(text);
  return fault === undefined ? { line: 1, ...problemAt('', 'file.array') } : brokenAt(text, fault);
}

function faultInBeginning(text: string): number | undefined {
  if (text.length <= maxRecordLength) return parsed(text) === undefined ? faultIn(text) : undefined;
  const fault = faultIn(text.slice(0, maxRecordLength));
  // The cut may go through a word or an escape, which is not a fault.
  return fault < maxRecordLength - 8 ? fault : undefined;
}
