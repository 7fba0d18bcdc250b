import { fileTypeFromBuffer } from 'file-type';
import { lookup } from 'mime-types';
import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';
import type { FileInspection } from './inspect.ts';
import { fileFaultOf, hasPdfHeader } from './whole.ts';

const kinds: Record<string, { name: string; types: string[] }> = {
  'application/pdf': { name: 'PDF', types: ['application/pdf', 'application/x-pdf'] },
  'image/png': { name: 'PNG', types: ['image/png'] },
  'image/jpeg': { name: 'JPEG', types: ['image/jpeg', 'image/jpg', 'image/pjpeg'] },
  'image/tiff': { name: 'TIFF', types: ['image/tiff', 'image/tif'] },
  'application/xml': { name: 'XML', types: ['application/xml', 'text/xml'] },
};

const claimsNothing = new Set(['application/octet-stream', 'binary/octet-stream']);

export interface Claims {
  fileName: string;
  contentType: string | undefined;
}

export async function kindOf(
  inspection: FileInspection,
  claims: Claims,
): Promise<{ contentType: string } | { problem: Problem }> {
  const detected = await detect(inspection);
  const kind = detected === undefined ? undefined : kinds[detected];
  if (detected === undefined || kind === undefined)
    return { problem: problemAt('', 'file.kind', { accepted: Object.values(kinds).map(({ name }) => name) }) };
  const byName = lookup(claims.fileName);
  if (byName !== false && !claimsNothing.has(byName) && !fits(byName, kind.types))
    return { problem: problemAt('', 'file.named', { kind: kind.name, says: byName }) };
  const claimed = claims.contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (claimed !== '' && !claimsNothing.has(claimed) && !fits(claimed, kind.types))
    return { problem: problemAt('', 'file.claim', { kind: kind.name, says: claimed }) };
  const fault = fileFaultOf(detected, inspection);
  if (fault !== undefined) return { problem: problemAt('', 'file.broken', { kind: kind.name, ...fault }) };
  return { contentType: detected };
}

async function detect({ head, isXml }: FileInspection): Promise<string | undefined> {
  if (isXml) return 'application/xml';
  const mime = (await fileTypeFromBuffer(head))?.mime ?? byBeginning(head);
  // `isXml` is decided by the root element; the library would call a file XML by its first characters alone.
  return mime === 'application/xml' ? undefined : mime;
}

/** A format based on XML, such as application/vnd.example+xml, counts as XML; web pages and drawings do not. */
const fits = (type: string, types: string[]) =>
  types.includes(type) || (types.includes('application/xml') && /^application\/(?!xhtml).+\+xml$/.test(type));

/**
 * A TIFF may have its directory at the very end, so only its first four bytes are checked. A PDF may begin a little
 * later.
 */
const byBeginning = (head: Buffer) =>
  /^(49492a00|4d4d002a)/.test(head.toString('hex', 0, 4))
    ? 'image/tiff'
    : hasPdfHeader(head)
      ? 'application/pdf'
      : undefined;
