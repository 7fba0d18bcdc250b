import type { FileFault } from '../../../common/errors/problem-catalogue.ts';
import type { FileInspection } from './inspect.ts';

export const fileFaultOf = (kind: string, inspection: FileInspection): FileFault | undefined =>
  checks[kind]?.(inspection);

const checks: Record<string, (inspection: FileInspection) => FileFault | undefined> = {
  'application/pdf': faultOfPdf,
  'image/png': faultOfPng,
  'image/jpeg': faultOfJpeg,
  'image/tiff': faultOfTiff,
  'application/xml': ({ xmlFault }) => xmlFault,
};

const endsAfter = ({ size }: FileInspection): FileFault => ({ fault: 'ends', bytes: size });
const noHeader: FileFault = { fault: 'header' };

/** Readers search the header of a PDF in this many bytes. */
const pdfHeaderBytes = 1024;
/**
 * Bytes that may follow the end of a PDF. Readers search the end in the last 1,024 bytes, many further; mail gateways
 * and scanners append data.
 */
const maxBytesAfterPdf = 4 * 1024;

export const hasPdfHeader = (head: Buffer) => /%PDF-\d/.test(head.toString('latin1', 0, pdfHeaderBytes));

/**
 * A PDF is read from its end, so a truncated one cannot be used. Either mark is enough, because readers repair the
 * other. The middle is not checked.
 */
function faultOfPdf(inspection: FileInspection): FileFault | undefined {
  if (!hasPdfHeader(inspection.head)) return inspection.size < pdfHeaderBytes ? endsAfter(inspection) : noHeader;
  const tail = inspection.tail.subarray(-maxBytesAfterPdf).toString('latin1');
  return tail.includes('%%EOF') || tail.includes('startxref') ? undefined : { fault: 'cut' };
}

function faultOfPng(inspection: FileInspection): FileFault | undefined {
  const { head, size } = inspection;
  if (size < 33) return endsAfter(inspection);
  const isHeader = head.readUInt32BE(8) === 13 && head.toString('latin1', 12, 16) === 'IHDR';
  return isHeader && head.readUInt32BE(16) > 0 && head.readUInt32BE(20) > 0 ? undefined : noHeader;
}

function faultOfJpeg(inspection: FileInspection): FileFault | undefined {
  const { head, size } = inspection;
  let marker = 3;
  while (head[marker] === 0xff) marker += 1;
  if (marker + 3 > Math.min(size, head.length)) return endsAfter(inspection);
  const bytes = head.readUInt16BE(marker + 1);
  if ((head[marker] as number) < 0xc0 || head[marker] === 0xd9 || bytes < 2) return noHeader;
  return marker + 1 + bytes > size ? endsAfter(inspection) : undefined;
}

/** Checks the first directory, which may be anywhere, and one entry. Version 43 (BigTIFF) has longer numbers. */
function faultOfTiff(inspection: FileInspection): FileFault | undefined {
  const { head, size } = inspection;
  const isLittle = head[0] === 0x49;
  const isLong = (isLittle ? head[2] : head[3]) === 43;
  if (size < (isLong ? 16 : 8)) return endsAfter(inspection);
  const offset = isLong
    ? isLittle
      ? head.readBigUInt64LE(8)
      : head.readBigUInt64BE(8)
    : isLittle
      ? head.readUInt32LE(4)
      : head.readUInt32BE(4);
  if (offset < 8) return noHeader;
  return Number(offset) + (isLong ? 8 + 20 : 2 + 12) > size ? endsAfter(inspection) : undefined;
}
