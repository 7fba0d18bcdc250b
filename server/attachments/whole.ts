import type { FileFault } from '../../common/errors/file-problems.ts';
import type { Looked } from './look.ts';

/** What keeps a file from being of the kind that it begins like; undefined where nothing does. */
export const fileFaultOf = (kind: string, looked: Looked): FileFault | undefined => checks[kind]?.(looked);

const checks: Record<string, (looked: Looked) => FileFault | undefined> = {
  'application/pdf': faultOfPdf,
  'image/png': faultOfPng,
  'image/jpeg': faultOfJpeg,
  'image/tiff': faultOfTiff,
  'application/xml': ({ xmlFault }) => xmlFault,
};

const endsAfter = ({ size }: Looked): FileFault => ({ fault: 'ends', bytes: size });
const noHeader: FileFault = { fault: 'header' };

/** Readers look for the header of a PDF in so many bytes at its beginning, whatever comes before it. */
const pdfHead = 1024;
/** How much may follow the end of a PDF. Readers look for the end in the last 1,024 bytes, and many look further; mail gateways and scanners add to it. */
const afterPdf = 4 * 1024;

export const hasPdfHeader = (head: Buffer) => /%PDF-\d/.test(head.toString('latin1', 0, pdfHead));

/**
 * A PDF is read from its end, so one that was cut off has none that a reader can use. Which of the two marks is there is all the same, since
 * readers mend the other. What is in between is not looked at.
 */
function faultOfPdf(looked: Looked): FileFault | undefined {
  if (!hasPdfHeader(looked.head)) return looked.size < pdfHead ? endsAfter(looked) : noHeader;
  const tail = looked.tail.subarray(-afterPdf).toString('latin1');
  return tail.includes('%%EOF') || tail.includes('startxref') ? undefined : { fault: 'cut' };
}

/** The signature, and the header with its size and its checksum. */
function faultOfPng(looked: Looked): FileFault | undefined {
  const { head, size } = looked;
  if (size < 33) return endsAfter(looked);
  const isHeader = head.readUInt32BE(8) === 13 && head.toString('latin1', 12, 16) === 'IHDR';
  return isHeader && head.readUInt32BE(16) > 0 && head.readUInt32BE(20) > 0 ? undefined : noHeader;
}

/** The first segment, which follows the two bytes that every JPEG begins with. */
function faultOfJpeg(looked: Looked): FileFault | undefined {
  const { head, size } = looked;
  let marker = 3;
  while (head[marker] === 0xff) marker += 1;
  if (marker + 3 > Math.min(size, head.length)) return endsAfter(looked);
  const bytes = head.readUInt16BE(marker + 1);
  if ((head[marker] as number) < 0xc0 || head[marker] === 0xd9 || bytes < 2) return noHeader;
  return marker + 1 + bytes > size ? endsAfter(looked) : undefined;
}

/** The first directory, which may stand anywhere, with one entry. Version 43 is for files of more than 4 GiB, and has longer numbers. */
function faultOfTiff(looked: Looked): FileFault | undefined {
  const { head, size } = looked;
  const isLittle = head[0] === 0x49;
  const isLong = (isLittle ? head[2] : head[3]) === 43;
  if (size < (isLong ? 16 : 8)) return endsAfter(looked);
  const place = isLong
    ? isLittle
      ? head.readBigUInt64LE(8)
      : head.readBigUInt64BE(8)
    : isLittle
      ? head.readUInt32LE(4)
      : head.readUInt32BE(4);
  if (place < 8) return noHeader;
  return Number(place) + (isLong ? 8 + 20 : 2 + 12) > size ? endsAfter(looked) : undefined;
}
