import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readCsv } from './csv.ts';
import { readJsonArray } from './json.ts';
import { ImportError } from './mistakes.ts';
import type { Contents, Layout } from './rows.ts';
import { problemAt } from '../../errors/catalogue.ts';
import { CommandError } from '../../errors/command-error.ts';

export const formats = ['csv', 'json'] as const;
export type Format = (typeof formats)[number];

/** The bytes of a file, or of standard input where its name is a hyphen. */
export async function readBytes(file: string): Promise<Buffer> {
  if (file === '-') return buffer(process.stdin);
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandError(`The file ${file} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
  }
}

function whyUnreadable({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no file of that name';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'this user may not read it';
  return message;
}

/** The format is the one that was asked for, or that the file's ending tells, or that its first character does. */
export function readContents(bytes: Buffer, file: string, layout: Layout, asked?: Format): Contents {
  const text = textOf(bytes);
  const ending = formats.find((format) => file.toLowerCase().endsWith(`.${format}`));
  const format = asked ?? ending ?? (/^\s*[[{]/.test(text) ? 'json' : 'csv');
  return format === 'json' ? readJsonArray(text, layout) : readCsv(text, layout);
}

/** Without a byte order mark, and with the line ends of Unix: those of the file mean nothing. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new ImportError([{ line: firstLineNotUtf8(bytes), ...problemAt('', 'file.encoding') }]);
  }
  return bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
}

/** A line feed is never a part of another character, so one of the lines is at fault. */
function firstLineNotUtf8(bytes: Buffer): number {
  let from = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf('\n', from);
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
  }
}
