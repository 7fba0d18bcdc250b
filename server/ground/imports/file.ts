import { importFormatOf, importFormats, type Encoding, type ImportFormat } from '../../../common/imports/imports.ts';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readCsv } from './csv.ts';
import { decoding, type DecodedText } from './decode.ts';
import { inTurns } from '../scheduling/slices.ts';
import { readJsonArray } from './json.ts';
import type { Layout } from './layout.ts';
import type { Contents } from './rows.ts';
import { CommandError } from '../../errors/command-error.ts';

/** The name `-` stands for standard input. */
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

export const readEncoded = async (
  bytes: Buffer,
  file: string,
  layout: Layout,
  requested?: ImportFormat,
): Promise<ImportFile> => contentsOf(await inTurns(decoding(bytes)), file, layout, requested);

/** If no format is requested, the file's extension decides, then its first character. */
export function contentsOf(
  { text, encoding }: DecodedText,
  file: string,
  layout: Layout,
  requested?: ImportFormat,
): ImportFile {
  const ending = importFormats.find((format) => file.toLowerCase().endsWith(`.${format}`));
  const format = requested ?? ending ?? importFormatOf(text);
  return { contents: format === 'json' ? readJsonArray(text, layout) : readCsv(text, layout), encoding };
}
