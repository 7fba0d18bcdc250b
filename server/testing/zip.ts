import { crc32 } from 'node:zlib';

/** For uncompressed files only. Throws if a checksum is wrong. */
export function readZip(zip: Buffer): { name: string; bytes: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    if (zip.toString('latin1', at, at + 4) !== 'PK\x01\x02' || zip.readUInt16LE(at + 10) !== 0)
      throw new Error('this is not the entry of a stored file');
    const [sum, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begin, begin + size);
    if (crc32(bytes) !== sum) throw new Error(`${name} is not whole`);
    at += 46 + nameLength + extra + comment;
    return { name, bytes };
  });
}
