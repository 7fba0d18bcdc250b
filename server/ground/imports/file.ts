import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readCsv } from './csv.ts';
import { decode, type Encoding } from './decode.ts';
import { readJsonArray } from './json.ts';
import type { Contents, Layout } from './rows.ts';
import { CommandError } from '../../errors/command-error.ts';

export const formats = ['csv', 'json'] as const;
export type Format = (typeof formats)[number];

/** The bytes of a file, or of standard input for the name `-`. */
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

export interface ImportFile {
  contents: Contents;
  encoding: Encoding;
}

/** Without a format, the file's ending decides, then the first character. */
export function readEncoded(bytes: Buffer, file: string, layout: Layout, requested?: Format): ImportFile {
  const { text, encoding } = decode(bytes);
  const ending = formats.find((format) => file.toLowerCase().endsWith(`.${format}`));
  const format = requested ?? ending ?? (/^\s*[[{]/.test(text) ? 'json' : 'csv');
  return { contents: format === 'json' ? readJsonArray(text, layout) : readCsv(text, layout), encoding };
}
