import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pngWithProfile, samples, tiffWithPicture } from '../../testing/files.ts';
import { runs } from '../../testing/properties.ts';
import { inWords, inspect } from '../../testing/inspection.ts';
import { kindOf } from './attachment-rules.ts';

const kind = async (bytes: Buffer | string, fileName = 'x', contentType?: string) =>
  inWords(await kindOf(await inspect(bytes), { fileName, contentType }));
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('the kind of a file by its bytes', () => {
  it.each([
    ['a PDF', samples.pdf, 'application/pdf'],
    ['a PNG', samples.png, 'image/png'],
    ['a PNG with a colour profile of 9,000 bytes', pngWithProfile(9_000), 'image/png'],
    ['a JPEG', samples.jpeg, 'image/jpeg'],
    ['a TIFF', samples.tiff, 'image/tiff'],
    ['a TIFF with its directory after the picture', tiffWithPicture(50_000), 'image/tiff'],
    ['an XML with its declaration', samples.xml, 'application/xml'],
    ['an XML without a declaration', '<Invoice xmlns="urn:x"><ID>1</ID></Invoice>', 'application/xml'],
    ['an XML after a byte order mark', '\uFEFF<?xml version="1.0"?><a/>', 'application/xml'],
    ['an XML after white space', '\n\t <a:b>1</a:b>', 'application/xml'],
    ['an XML after a comment', '<!-- made by hand --><a/>', 'application/xml'],
    ['an XML with a document type', '<!DOCTYPE invoice SYSTEM "i.dtd"><invoice/>', 'application/xml'],
    ['an XML in UTF-16, little end first', utf16('<?xml version="1.0"?><a/>', 'le'), 'application/xml'],
    ['an XML in UTF-16, big end first', utf16('<?xml version="1.0"?><a/>', 'be'), 'application/xml'],
    ['an XML in UTF-16 without a declaration', utf16('<a>1</a>', 'le'), 'application/xml'],
    ['an XML with an element name in Swedish', '<Räkning/>', 'application/xml'],
  ])('%s is accepted', async (_what, bytes, contentType) => {
    expect(await kind(bytes)).toEqual({ contentType });
  });

  it.each([
    ['plain text', 'Invoice 12'],
    ['a web page', '<!DOCTYPE html><html></html>'],
    ['a web page without a document type', '<html lang="sv"><body/></html>'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00'],
    ['a ZIP', Buffer.from('504b0304140000000000', 'hex')],
    ['a program', Buffer.from('7f454c4602010100000000000000000002003e00', 'hex')],
    ['JSON', '{"a":"<b>"}'],
    ['nothing but white space', ' \n '],
    ['a smaller-than sign', '<'],
    ['bytes of no kind', Buffer.alloc(5_000)],
  ])('%s is not', async (_what, bytes) => {
    expect(await kind(bytes)).toEqual({
      problem: 'the file is of a kind that is not accepted; send one of PDF, PNG, JPEG, TIFF, XML',
    });
  });

  it('is found for any bytes at all without an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.values(samples)),
        fc.nat(60),
        fc.uint8Array({ maxLength: 200 }),
        async (sample, keep, noise) => {
          const found = await kind(Buffer.concat([sample.subarray(0, keep), noise]));
          expect(Object.keys(found)).toHaveLength(1);
        },
      ),
      runs(500),
    );
  });
});

describe('what a name and a type claim', () => {
  it.each([
    ['invoice.pdf', 'application/pdf', samples.pdf],
    ['INVOICE.PDF', 'APPLICATION/PDF; name=x', samples.pdf],
    ['scan.tif', 'image/tif', samples.tiff],
    ['photo.jpg', 'image/jpg', samples.jpeg],
    ['photo.jpeg', undefined, samples.jpeg],
    ['invoice.xml', 'text/xml; charset=utf-8', samples.xml],
    ['invoice.xml', 'application/vnd.oasis.ubl+xml', samples.xml],
    ['invoice', 'application/octet-stream', samples.pdf],
    ['invoice.2026', '', samples.pdf],
    ['scan.bin', undefined, samples.pdf],
  ])('%s as %s is believed where the bytes agree', async (fileName, contentType, bytes) => {
    expect(await kind(bytes, fileName, contentType)).toHaveProperty('contentType');
  });

  it.each([
    ['invoice.pdf', undefined, samples.png, 'the file is PNG by its bytes, but its name says application/pdf'],
    ['page.html', undefined, samples.xml, 'the file is XML by its bytes, but its name says text/html'],
    ['picture.svg', undefined, samples.xml, 'the file is XML by its bytes, but its name says image/svg+xml'],
    ['invoice', 'image/png', samples.pdf, 'the file is PDF by its bytes, but its content type says "image/png"'],
    ['invoice.pdf', 'text/plain', samples.pdf, 'the file is PDF by its bytes, but its content type says "text/plain"'],
  ])('%s as %s is not where they disagree', async (fileName, contentType, bytes, problem) => {
    expect(await kind(bytes, fileName, contentType)).toEqual({ problem });
  });
});
