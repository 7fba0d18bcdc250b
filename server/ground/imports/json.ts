import { faultIn, placeIn, repeatedNames } from '../json/scan.ts';
import { faultOf, problemAt } from '../../errors/catalogue.ts';
import { quoted } from '../../errors/short.ts';
import { reportUnknown } from './fields.ts';
import type { Mistake } from './mistakes.ts';
import { mostRows, reportFor, tooManyRows, type Contents, type Layout, type Row } from './rows.ts';

/** An array with an object for each record. */
export function readJsonArray(text: string, layout: Layout): Contents {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { rows: [], mistakes: [whereBroken(text)] };
  }
  if (!Array.isArray(value)) return { rows: [], mistakes: [{ line: 1, ...problemAt('', 'file.array') }] };
  if (value.length > mostRows) return { rows: [], mistakes: [tooManyRows(1)] };
  const contents: Contents = { rows: [], mistakes: [] };
  const lines = linesOfElements(text);
  for (const path of repeatedNames(text)) reportTwice(path, lines, contents.mistakes);
  value.forEach((fields: unknown, place) => {
    const row: Row = { line: lines[place] as number, at: `[${place}]`, fields: {} };
    const report = reportFor(row, contents.mistakes);
    if (isObject(fields)) {
      reportUnknown(fields, '', layout, report);
      contents.rows.push({ ...row, fields });
    } else report('', faultOf('object.type'));
  });
  return contents;
}

/** A path is that of an element and of a field in it, such as [3].facilities[0].name. Those that are too many to be named have none. */
function reportTwice(path: string, lines: number[], mistakes: Mistake[]): void {
  const [, place = '', field = ''] = /^\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
  if (path !== '')
    reportFor({ line: lines[Number(place)] as number, at: `[${place}]`, fields: {} }, mistakes)(
      isPlain(field) ? field : quoted(field),
      faultOf('name.repeated'),
    );
}

/** Whether a name can be printed as it stands. */
const isPlain = (field: string) => /^[\p{L}\p{N}_ .[\]-]+$/u.test(field);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function whereBroken(text: string): Mistake {
  const { line, column } = placeIn(text, faultIn(text));
  return { line, ...problemAt('', 'file.json', { column }) };
}

/** On which line each element of the outermost array begins. The text is known to be valid JSON. */
function linesOfElements(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let inString = false;
  let expected = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '\n') line++;
    if (' \t\n'.includes(character)) continue;
    if (expected && character !== ']') {
      lines.push(line);
      expected = false;
    }
    if (character === '"') inString = true;
    else if (character === '[' || character === '{') expected = ++depth === 1;
    else if (character === ']' || character === '}') depth--;
    else if (character === ',') expected = depth === 1;
  }
  return lines;
}
