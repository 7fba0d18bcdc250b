import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inWords, inspect } from '../../testing/inspection.ts';
import { expectLinear, megabyteOf } from '../../testing/linear.ts';
import { runs } from '../../testing/properties.ts';
import { kindOf } from './attachment-rules.ts';

const headBytes = 4_100;
const kind = async (bytes: Buffer | string) =>
  inWords(await kindOf(await inspect(bytes), { fileName: 'x', contentType: undefined }));
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const accepted = { contentType: 'application/xml' };
const refused = { problem: 'the file is of a kind that is not accepted; send one of PDF, PNG, JPEG, TIFF, XML' };

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const peppol = `${declaration}<!-- Peppol BIS Billing 3.0: an invoice > 100 kr -->
<ubl:Invoice xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
             xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
             xmlns:ubl="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>F-20871</cbc:ID>
</ubl:Invoice>`;

const svefaktura = `<?xml version="1.0" encoding="ISO-8859-1"?>
<?xml-stylesheet type="text/xsl" href="svefaktura.xsl"?>
<Invoice xmlns="urn:sfti:documents:BasicInvoice:1:0" xmlns:cac="urn:sfti:CommonAggregateComponents:1:0" xmlns:cbc="urn:oasis:names:tc:ubl:CommonBasicComponents:1:0"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:sfti:documents:BasicInvoice:1:0 SFTI-BasicInvoice-1.0.xsd">
  <ID>15</ID><cbc:IssueDate>2026-11-14</cbc:IssueDate>
</Invoice>`;

const credit =
  '\uFEFF<?xml version="1.0"?>\r\n<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"\r\n/>';

const crossIndustry = `${declaration}<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" note='a > b "quoted"'><rsm:ExchangedDocument/></rsm:CrossIndustryInvoice>`;

describe('an e-invoice is XML', () => {
  it.each([
    ['of Peppol BIS, after a comment and with prefixes', peppol],
    [
      'of Svefaktura, after a style sheet and in Latin letters of one byte',
      Buffer.from(svefaktura.replace('<ID>', '<!-- Räkning --><ID>'), 'latin1'),
    ],
    ['a credit note of UBL, after a byte order mark', credit],
    ['of CII, with a > in an attribute', crossIndustry],
    ['in UTF-16, little end first', utf16(peppol, 'le')],
    ['in UTF-16, big end first', utf16(svefaktura, 'be')],
    [
      'with a document type that declares something',
      `${declaration}<!DOCTYPE Invoice [<!-- ]> --><!ENTITY firm "A ]> B"><?x ]>?>]>\n<Invoice>&firm;</Invoice>`,
    ],
    ['whose names only begin like those of a page', '<htmlInvoice><svg2/></htmlInvoice>'],
    [
      'whose root element ends just within what is looked at',
      `<!--${'x'.repeat(headBytes - '<!----><a/>'.length)}--><a/>`,
    ],
  ])('%s', async (_what, bytes) => {
    expect(await kind(bytes)).toEqual(accepted);
  });
});

describe('what a browser would run is refused, however it is dressed', () => {
  const page = '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>';
  it.each([
    ['a page after a declaration', `${declaration}${page}`],
    ['a page after a comment', `<!-- invoice -->${page}`],
    ['a page after a style sheet', `${declaration}<?xml-stylesheet href="a.xsl"?><!-- --> ${page}`],
    ['a page without its namespace', `${declaration}<html><script/></html>`],
    ['a page in capitals', `${declaration}<HTML lang="sv"></HTML>`],
    ['a page with a prefix', `${declaration}<x:html xmlns:x="urn:x"/>`],
    [
      'a document type of pages',
      `${declaration}<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><invoice/>`,
    ],
    ['a document type of pages in small letters', '<!doctype\n\tHtml><invoice/>'],
    ['a page after another document type', `${declaration}<!DOCTYPE invoice [<!ENTITY a ">">]>${page}`],
    ['another element of a page', `${declaration}<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>`],
    [
      'an element of a page within an invoice',
      `${declaration}<Invoice xmlns:h="HTTP://WWW.W3.ORG/1999/xhtml"><h:script>alert(1)</h:script></Invoice>`,
    ],
    [
      'a namespace whose letters are written as numbers',
      `${declaration}<script xmlns="http://www.w3.org/1999/&#x0078;ht&#109;l">alert(1)</script>`,
    ],
    ['a namespace that an entity holds', `<!DOCTYPE a [<!ENTITY n "http://www.w3.org/1999/xhtml">]><a xmlns="&n;"/>`],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a drawing with a prefix', `${declaration}<s:SVG xmlns:s="urn:x"/>`],
    ['a drawing’s document type', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><x/>'],
    ['a page in UTF-16, little end first', utf16(`${declaration}${page}`, 'le')],
    ['a page in UTF-16, big end first', utf16(`${declaration}${page}`, 'be')],
    ['a page that begins after all that is looked at', `${declaration}<!--${' '.repeat(headBytes)}-->${page}`],
    [
      'an element whose namespaces end after all that is looked at',
      `${declaration}<a ${' '.repeat(headBytes)} xmlns="http://www.w3.org/1999/xhtml"/>`,
    ],
    ['a style sheet that makes a page', `${declaration}<a xmlns:x="http://www.w3.org/1999/XSL/Transform"/>`],
    ['a list of attributes', `<!DOCTYPE a [<!ATTLIST b xmlns CDATA "http://www.w3.org/1999/x">]><a><b/></a>`],
    ['entities that make an element', `<!DOCTYPE a [<!ENTITY n "xhtml"><!ENTITY b "<c xmlns='&n;'/>">]><a>&b;</a>`],
    ['an entity that makes entities', `<!DOCTYPE a [<!ENTITY % n "<!ENTITY b '1'>">%n;]><a>&b;</a>`],
    ['a namespace of entities', `<!DOCTYPE a [<!ENTITY n "xhtml">]><a><b xmlns="http://www.w3.org/1999/&n;"/></a>`],
    ['a declaration alone', declaration],
    ['an element that ends one byte later', `<!--${'x'.repeat(headBytes - '<!----><a/'.length)}--><a/>`],
    ['a comment that never ends', '<!-- <a/>'],
    ['an element without a name', '<?xml version="1.0"?>< a/>'],
    ['text after a declaration', '<?xml version="1.0"?>Invoice <a/>'],
  ])('%s', async (_what, bytes) => {
    expect(await kind(bytes)).toEqual(refused);
  });
});

describe('an element that a browser would run is found', () => {
  const [html, svg] = ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg'];
  /** Any characters of a namespace may be written as numbers. */
  const written = fc
    .tuple(fc.constantFrom(html, svg), fc.infiniteStream(fc.constantFrom('', '', '', '', 'x', 'd')))
    .map(([namespace, ways]) =>
      [...namespace]
        .map((character) => {
          const [way, code] = [ways.next().value, character.charCodeAt(0)];
          return way === '' ? character : way === 'x' ? `&#x${code.toString(16)};` : `&#0${code};`;
        })
        .join(''),
    );
  const space = fc.constantFrom(' ', '\n', '\t\r\n   ');
  const element = fc
    .tuple(written, fc.constantFrom('script', 'html', 'svg', 'a'), fc.constantFrom('', 'h', 'cbc'), space, fc.boolean())
    .map(([namespace, name, prefix, gap, isSingle]) => {
      const quote = isSingle ? "'" : '"';
      const [tag, xmlns] = prefix === '' ? [name, 'xmlns'] : [`${prefix}:${name}`, `xmlns:${prefix}`];
      return `<${tag}${gap}id="1"${gap}${xmlns}${gap}=${gap}${quote}${namespace}${quote}${gap}>alert(1)</${tag}${gap}>`;
    });
  const filling = fc.constantFrom('<b/>', 'text ', '<!-- a -->', '<?p q?>', '<![CDATA[ <x> ]]>', '<c d="e">f</c>');
  const asBytes = fc.constantFrom(
    (text: string) => Buffer.from(text),
    (text: string) => Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    (text: string) => utf16(text.replace('UTF-8', 'UTF-16'), 'le'),
    (text: string) => utf16(text.replace('UTF-8', 'UTF-16'), 'be'),
  );
  const document = fc.record({
    before: fc.tuple(filling, fc.nat(9_000)).map(([piece, length]) => piece.repeat(length / piece.length)),
    depth: fc.nat(40),
    after: fc.nat(2_000),
    bytes: asBytes,
    pieceBytes: fc.constantFrom(64 * 1024, 1_000, 97),
  });
  type Document = typeof document extends fc.Arbitrary<infer Value> ? Value : never;
  const judge = async ({ before, depth, after, bytes, pieceBytes }: Document, inside: string) => {
    const nested = `${'<d>'.repeat(depth)}${inside}${'</d>'.repeat(depth)}`;
    const text = `${declaration}<Invoice xmlns="urn:x">${before}${nested}${'y'.repeat(after)}</Invoice>`;
    return inWords(await kindOf(await inspect(bytes(text), pieceBytes), { fileName: 'x', contentType: undefined }));
  };

  it('at any depth, after any amount of XML, in any encoding', () =>
    fc.assert(
      fc.asyncProperty(document, element, async (around, inside) => {
        expect(await judge(around, inside)).toEqual(refused);
      }),
      runs(200),
    ));

  it('but not in text, comments, sections or names that only resemble it', () =>
    fc.assert(
      fc.asyncProperty(
        document,
        fc.constantFrom(
          '&lt;svg xmlns="urn:x"&gt;',
          '<!-- <script/> -->',
          '<![CDATA[<html>]]>',
          '<htmlText xmlns="urn:a&amp;b"/>',
        ),
        async (around, inside) => {
          expect(await judge(around, inside)).toEqual(accepted);
        },
      ),
      runs(100),
    ));
});

it.each([
  '<',
  '<!--',
  '<!-- -->',
  '<?x?>',
  '<!DOCTYPE a [',
  '<!DOCTYPE a><',
  '<a b="',
  '<a b=\'"',
  '&#1',
  '&#x',
  '[',
  ' ',
  '<a ',
])('a megabyte of %s is inspected in linear time', (piece) => expectLinear(() => kind(megabyteOf(piece))));
