import { isUtf8 } from 'node:buffer';
import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';
import { parametersOf } from '../../ground/http/bodies/header-parameters.ts';
import { FormMistake } from './form.ts';

/** What a part of a form says of itself in its Content-Disposition. */
export interface PartNames {
  name: string;
  /** Undefined if it has no name, as a part that is not a file. */
  fileName: string | undefined;
  /** What is wrong with one of them. */
  problem?: Problem;
}

/** Undefined where the part is not one of a form. */
export function partNames(disposition: string): PartNames | undefined {
  if (!/^form-data[ \t]*(?:;|$)/i.test(disposition)) return undefined;
  const parameters = parametersOf(disposition);
  const name = parameters?.get('name');
  if (parameters === undefined || name === undefined) throw new FormMistake();
  const field = textOf(name);
  if (field === undefined) return { name: '', fileName: undefined, problem: problemAt('', 'fieldname.encoding') };
  const extended = parameters.get('filename*');
  const plain = parameters.get('filename');
  const written = extended ?? plain;
  if (written === undefined) return { name: field, fileName: undefined };
  const fileName = extended === undefined ? textOf(written) : extendedText(written);
  if (fileName !== undefined) return { name: field, fileName: lastStep(fileName) };
  return {
    name: field,
    fileName: '',
    problem: extended === undefined ? problemAt('', 'filename.encoding') : problemAt('filename*', 'filename.extended'),
  };
}

/** What is written with a character for each byte; undefined where that is not UTF-8. Browsers escape these three characters and no other. */
function textOf(written: string): string | undefined {
  const bytes = Buffer.from(written, 'latin1');
  if (!isUtf8(bytes)) return undefined;
  return bytes.toString('utf8').replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** RFC 8187: a charset, a language that may be left out, and the text. Clients escape less in it than they should. */
function extendedText(written: string): string | undefined {
  const [, charset, text] = /^(utf-8|iso-8859-1)'[a-z0-9-]*'((?:[!-$&-~]|%[0-9a-f]{2})*)$/i.exec(written) ?? [];
  if (charset === undefined || text === undefined) return undefined;
  const bytes = Buffer.from(
    text.replace(/%(..)/g, (_escape, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
  if (charset.toLowerCase() === 'iso-8859-1') return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** A name may come with the folders that the file was in where it was sent. */
function lastStep(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name === '.' || name === '..' ? '' : name;
}
