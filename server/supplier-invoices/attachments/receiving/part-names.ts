import { isUtf8 } from 'node:buffer';
import { problemAt, type Problem } from '../../../../common/errors/catalogue.ts';
import { parametersOf } from '../../../ground/http/bodies/coding.ts';
import { InvalidForm } from './form.ts';

export interface PartNames {
  name: string;
  fileName: string | undefined;
  problem?: Problem;
}

/** Undefined if the part is not form-data. */
export function partNames(disposition: string): PartNames | undefined {
  if (!/^form-data[ \t]*(?:;|$)/i.test(disposition)) return undefined;
  const parameters = parametersOf(disposition);
  const name = parameters?.get('name');
  if (parameters === undefined || name === undefined) throw new InvalidForm();
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

/** Decodes latin1 text as UTF-8; undefined if it is not. Browsers escape only these three characters. */
function textOf(written: string): string | undefined {
  const bytes = Buffer.from(written, 'latin1');
  if (!isUtf8(bytes)) return undefined;
  return bytes.toString('utf8').replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** RFC 8187: charset, optional language, text. Clients escape less than they should. */
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

/** Removes the sender's folders from a name. */
export function lastStep(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name === '.' || name === '..' ? '' : name;
}
