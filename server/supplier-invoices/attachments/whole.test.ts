import { describe, expect, it } from 'vitest';
import { pngWithProfile, samples, tiffWithPicture } from '../../testing/files.ts';
import { inWords, inspect } from '../../testing/inspection.ts';
import { kindOf } from './attachment-rules.ts';

const kind = async (bytes: Buffer | string, pieceBytes?: number) =>
  inWords(await kindOf(await inspect(bytes, pieceBytes), { fileName: 'x', contentType: undefined }));
const refusal = async (bytes: Buffer | string) => ((await kind(bytes)) as { problem?: string }).problem;

const pdf = (before: string, after: string, picture = 0) =>
  Buffer.concat([Buffer.from(before), Buffer.alloc(picture, 0x55), Buffer.from(after)]);
const pdfHeader = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n';
const pdfEnd = 'trailer\n<<>>\nstartxref\n9\n%%EOF\n';

describe('a PDF', () => {
  it.each([
    ['as it is', pdf(pdfHeader, pdfEnd)],
    ['of some size', pdf(pdfHeader, pdfEnd, 300_000)],
    ['whose end falls between two looks', pdf(pdfHeader, pdfEnd, 64 * 1024 - pdfHeader.length - 28)],
    ['after other bytes', pdf(`${'\n'.repeat(900)}${pdfHeader}`, pdfEnd)],
    ['after a byte order mark', pdf(`\uFEFF${pdfHeader}`, pdfEnd)],
    ['with no %%EOF after its startxref', pdf(pdfHeader, 'trailer\n<<>>\nstartxref\n9')],
    ['with no startxref before its %%EOF', pdf(pdfHeader, '%%EOF')],
    ['filled up with zeros', pdf(pdfHeader, `${pdfEnd}${'\0'.repeat(300_000)}`)],
    ['filled up with white space', pdf(pdfHeader, `${pdfEnd}${'\r\n'.repeat(100_000)}`, 100_000)],
    ['with something behind it', pdf(pdfHeader, `${pdfEnd}<!-- sent by a gateway -->${'x'.repeat(3_000)}`)],
    ['that was changed and so has two ends', pdf(`${pdfHeader}${pdfEnd}`, pdfEnd, 100_000)],
  ])('%s is one', async (_what, bytes) => {
    for (const pieceBytes of [64 * 1024, 1_000_000, 1_000])
      expect(await kind(bytes, pieceBytes)).toEqual({ contentType: 'application/pdf' });
  });

  it.each([
    ['four bytes', '%PDF', 'it ends after 4 bytes'],
    ['five bytes', '%PDF-', 'it ends after 5 bytes'],
    ['no version', `%PDF-${'x'.repeat(2_000)}${pdfEnd}`, 'its header is not complete'],
    ['nothing but a header', '%PDF-1.7\n', 'it has no %%EOF at its end, so it was cut off'],
    ['no end', pdf(pdfHeader, '', 300_000), 'it has no %%EOF at its end, so it was cut off'],
    ['an earlier end only', pdf(`${pdfHeader}${pdfEnd}`, '', 300_000), 'it has no %%EOF at its end, so it was cut off'],
  ])('of %s is none', async (_what, bytes, why) => {
    expect(await refusal(bytes)).toBe(`the file is not a PDF: ${why}`);
  });
});

describe('a picture that was cut off at its beginning is none', () => {
  it.each([
    ['PNG', pngWithProfile(16), 33],
    ['JPEG', samples.jpeg, 20],
    ['TIFF', tiffWithPicture(4), samples.tiff.length - 4],
  ])('%s', async (name, whole, least) => {
    for (let bytes = 1; bytes < least; bytes++) {
      const problem = await refusal(whole.subarray(0, bytes));
      expect(problem, `${bytes} bytes`).toMatch(
        /^the file is (?:of a kind that is not accepted|not a (?:PNG|JPEG|TIFF): it ends after \d+ bytes)/,
      );
    }
    expect(await kind(whole.subarray(0, least))).toHaveProperty('contentType');
    expect(await refusal(whole.subarray(0, least - 1))).toBe(
      `the file is not a ${name}: it ends after ${least - 1} bytes`,
    );
  });

  it('TIFF whose directory is beyond its end', async () => {
    const bytes = tiffWithPicture(5_000);
    expect(await refusal(bytes.subarray(0, -10))).toBe(
      `the file is not a TIFF: it ends after ${bytes.length - 10} bytes`,
    );
  });

  it('JPEG that has nothing in it', async () => {
    expect(await refusal(Buffer.from('ffd8ffd900020000', 'hex'))).toBe(
      'the file is not a JPEG: its header is not complete',
    );
  });

  it('PNG without a size', async () => {
    const bytes = pngWithProfile(16);
    bytes.writeUInt32BE(0, 16);
    expect(await refusal(bytes)).toBe('the file is not a PNG: its header is not complete');
  });
});

describe('XML', () => {
  const declared = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const big = (text: string) => `${declared}<a>${'<b c="1">text &amp; more</b>\n'.repeat(20_000)}${text}</a>`;
  it.each([
    [
      'with all that a document may have',
      `${declared}<!-- a - b --><?p?><a x="1" y='"'><b/><c ></c ><![CDATA[<&]] ]>]]>&#229;&#xE5;&lt;] ]&gt;<?p q?></a >\n<!----><?p?>\n`,
    ],
    ['of many parts', big('')],
    ['of one long text', `<a>${'x'.repeat(300_000)}</a>`],
    ['of one long comment', `<a><!--${' - '.repeat(100_000)}--></a>`],
    ['of one long section', `<a><![CDATA[${']]'.repeat(100_000)}]]></a>`],
    ['with a long attribute', `<a><b c="${'å'.repeat(30_000)}"/></a>`],
    ['with names in Swedish', '<Räkning år="1"><Öre/></Räkning>'],
    ['of ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>R\xE4kning</a>', 'latin1')],
    ['of windows-1252', Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\x80</a>', 'latin1')],
    ['of UTF-8 after its mark', Buffer.from(`\uFEFF${declared}<a>å</a>`)],
    ['of UTF-16 after its mark', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>å😀</a>', 'utf16le')],
    [
      'that refers to what its document type declares',
      '<!DOCTYPE a [<!ENTITY firm "Nordbygg">]><a b="&firm;">&firm;</a>',
    ],
    ['that is a thousand deep', '<a>'.repeat(1_000) + '</a>'.repeat(1_000)],
  ])('%s is well-formed, in pieces of any size', async (_what, bytes) => {
    for (const pieceBytes of [64 * 1024, 1_000_000, 7])
      expect(await kind(bytes, pieceBytes)).toEqual({ contentType: 'application/xml' });
  });

  it.each([
    ['an element that is not closed', `${declared}<a>\n<b></a>`, 'line 3 has </a> where </b> is expected'],
    ['an end too early', big('').slice(0, -4), 'it ends before a is closed'],
    ['half a tag at its end', '<a><b', 'it ends too early'],
    ['half a comment at its end', '<a></a><!-- ', 'it ends too early'],
    ['half an end tag', '<a></a', 'it ends too early'],
    ['an end tag too many', '<a/></a>', 'line 1 has </a> where XML does not allow it'],
    ['a second root element', '<a/><b/>', 'line 1 has <b where XML does not allow it'],
    ['text before its root element', `${declared}<!-- -->\n<?p?><a/>x`, 'line 3 has x where XML does not allow it'],
    ['text behind its root element', `${big('')}\n\n  Total: 12`, 'line 20004 has Total: where XML does not allow it'],
    ['an attribute without quotes', '<a><b c=1/></a>', 'line 1 has <b where XML does not allow it'],
    ['an attribute without a value', '<a><b c/></a>', 'line 1 has <b where XML does not allow it'],
    ['an attribute twice', '<a><b c="1" d="" c="2"/></a>', 'line 1 has the attribute c twice'],
    ['attributes without a space', '<a><b c="1"d="2"/></a>', 'line 1 has <b where XML does not allow it'],
    ['a < in an attribute', '<a><b c="<"/></a>', 'line 1 has <b where XML does not allow it'],
    ['a bare &', big('Sand & Grus'), 'line 20002 has & where XML does not allow it'],
    ['an entity that is not known', '<a>&nbsp;</a>', 'line 1 has &nbsp; where XML does not allow it'],
    ['an entity that is not known in an attribute', '<a b="&nbsp;"/>', 'line 1 has &nbsp; where XML does not allow it'],
    ['a character’s number that is none', '<a>&#0;</a>', 'line 1 has &#0; where XML does not allow it'],
    ['a surrogate’s number', '<a>&#xD800;</a>', 'line 1 has &#xD800; where XML does not allow it'],
    ['a control character', '<a>\n\n\x01</a>', 'line 3 has U+0001 where XML does not allow it'],
    [']]> in its text', '<a>]]></a>', 'line 1 has ]]> where XML does not allow it'],
    ['-- in a comment', '<a><!-- a -- b --></a>', 'line 1 has -- where XML does not allow it'],
    ['a declaration after a line', `\n${declared}<a/>`, 'line 2 has <?xml where XML does not allow it'],
    ['a second declaration', `${declared}<a>${declared}</a>`, 'line 2 has <?xml where XML does not allow it'],
    ['a document type within it', '<a><!DOCTYPE a></a>', 'line 1 has <!DOCTYPE where XML does not allow it'],
    ['a section outside of it', '<a/><![CDATA[x]]>', 'line 1 has <![CDATA[x]]> where XML does not allow it'],
    ['bytes that are not UTF-8', Buffer.from('<a>R\xE4kning</a>', 'latin1'), 'its bytes are not valid utf-8'],
    [
      'half a character at its end',
      Buffer.concat([Buffer.from('<a/>'), Buffer.from([0xc3])]),
      'its bytes are not valid utf-8',
    ],
    ['an encoding that it is not in', '<?xml version="1.0" encoding="utf-16"?><a/>', 'its bytes are not valid utf-16'],
    [
      'an encoding that nobody knows',
      '<?xml version="1.0" encoding="latin-99"?><a/>',
      'its encoding latin-99 is not known',
    ],
    ['elements that are too deep', '<a>'.repeat(1_001) + '</a>'.repeat(1_001), 'it is nested deeper than 1,000 levels'],
  ])('with %s is not', async (_what, bytes, why) => {
    expect(await refusal(bytes)).toBe(`the file is not well-formed XML: ${why}`);
  });
});
