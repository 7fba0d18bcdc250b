import { pdfOfSheets, shown, stream, type Sheet } from './pdf.testing.ts';

export const right = '5050-1055';
export const other = '991-2346';
const label = `Bankgiro ${other}`;

const facts = ['Faktura 12345', 'OCR 1234567890128', 'Att betala 1 250,00'];
const genuine = (account = true) =>
  [...facts, ...(account ? [`Bankgiro ${right}`] : [])].map((text, at) => shown(text, 50, 780 - 20 * at)).join('\n');

/** Objects 6 and 7 are an image and a layer that is switched off. */
const image = stream(
  Buffer.alloc(12, 200),
  '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8',
);
const states = '/None << /ca 0 /CA 0 >> /Half << /ca 0.5 >> /Multiply << /BM /Multiply >>';
const resources = `/Resources << /Font << /F1 3 0 R >> /XObject << /Im 6 0 R >> /ExtGState << ${states} >> /Properties << /Off 7 0 R >> >>`;

export const pdfWith = (
  content: string,
  entries = '',
  more: readonly (string | Buffer)[] = [],
): Uint8Array<ArrayBuffer> => {
  const sheet: Sheet = { content, entries: `${resources} ${entries}` };
  const bytes = Buffer.from(pdfOfSheets([sheet], [image, '<< /Type /OCG /Name (Off) >>', ...more])).toString('latin1');
  const catalogue = '/Type /Catalog /OCProperties << /OCGs [7 0 R] /D << /OFF [7 0 R] >> >>';
  return Uint8Array.from(Buffer.from(bytes.replace('/Type /Catalog', catalogue), 'latin1'));
};

const at = (text: string, x = 50, y = 600, size = 10) => shown(text, x, y, size);

/** Ways to write a text so that nobody sees it. */
export const hidings: Record<string, (text: string) => string> = {
  'white on white': (text) => `1 g ${at(text)} 0 g`,
  'nearly white on white': (text) => `0.96 0.97 0.95 rg ${at(text)} 0 g`,
  'white in CMYK': (text) => `0 0 0 0 k ${at(text)} 0 g`,
  'the colour of the box under it': (text) => `0 0 0.4 rg 40 590 300 30 re f ${at(text)} 0 g`,
  'white on a half-transparent box': (text) => `q /Half gs 1 g 40 590 300 30 re f Q 1 g ${at(text)} 0 g`,
  'in no ink': (text) => `3 Tr ${at(text)} 0 Tr`,
  'as a clip only': (text) => `q 7 Tr ${at(text)} Q`,
  'with white outlines': (text) => `q 1 Tr 1 G ${at(text)} Q`,
  transparent: (text) => `q /None gs ${at(text)} Q`,
  'under a white box': (text) => `${at(text)} 1 g 40 590 300 30 re f 0 g`,
  'under a box of two strips': (text) => `${at(text)} 1 g 40 590 300 15 re 40 605 300 15 re f 0 g`,
  'under a thick white line': (text) => `${at(text)} q 1 G 20 w 40 604 m 300 604 l S Q`,
  'under an image': (text) => `${at(text)} q 300 0 0 30 40 590 cm /Im Do Q`,
  'in a layer that is off': (text) => `/OC /Off BDC ${at(text)} EMC`,
  'right of the page': (text) => at(text, 700),
  'below the page': (text) => at(text, 50, -20),
  'clipped away': (text) => `q 0 0 20 20 re W n ${at(text)} Q`,
  'in 1 point': (text) => at(text, 50, 600, 1),
  'scaled to 1 point': (text) => `q 0.1 0 0 0.1 50 600 cm ${shown(text, 0, 0)} Q`,
  'squeezed to a line': (text) => `q 1 Tz ${at(text)} Q`,
};

/** Ways to write a text so that a person sees it. */
export const showings: Record<string, (text: string) => string> = {
  plain: (text) => at(text),
  grey: (text) => `0.5 g ${at(text)} 0 g`,
  'white on a dark box': (text) => `0 0 0.4 rg 40 590 300 30 re f 1 g ${at(text)} 0 g`,
  'white on a dark round box': (text) =>
    `0 0 0.4 rg 40 590 m 340 590 l 345 605 350 610 340 620 c 40 620 l 35 610 35 600 40 590 c f 1 g ${at(text)} 0 g`,
  'on a dark image': (text) => `q 300 0 0 30 40 590 cm /Im Do Q 1 g ${at(text)} 0 g`,
  'over a white box': (text) => `1 g 40 590 300 30 re f 0 g ${at(text)}`,
  'in a frame': (text) => `${at(text)} 40 590 300 30 re S`,
  'in a frame of two boxes': (text) => `${at(text)} 40 590 300 30 re 42 592 296 26 re f*`,
  'with a marker pen': (text) => `${at(text)} q /Multiply gs 1 1 0 rg 40 590 300 30 re f Q`,
  underlined: (text) => `${at(text)} 0 G 50 598 m 200 598 l S`,
  'in outlines': (text) => `q 1 Tr ${at(text)} Q`,
  'in 6 points': (text) => at(text, 50, 600, 6),
  'scaled to 10 points': (text) => `q 10 0 0 10 50 600 cm ${shown(text, 0, 0, 1)} Q`,
  'in a clip': (text) => `q 40 590 300 30 re W n ${at(text)} Q`,
  'on a scanned sheet': (text) => `q 595 0 0 842 0 0 cm /Im Do Q 3 Tr ${at(text)} ${genuine()} 0 Tr`,
  'under the picture of a sheet': (text) => `${at(text)} ${genuine()} q 595 0 0 842 0 0 cm /Im Do Q`,
};

const noteOf = (entries: string) => `<< /Type /Annot /Rect [50 590 250 604] ${entries} >>`;
const appearance = (text: string) =>
  stream(shown(text, 2, 2), '/Type /XObject /Subtype /Form /BBox [0 0 200 14] /Resources << /Font << /F1 3 0 R >> >>');
const withNote = (entries: string, ...more: Buffer[]) =>
  pdfWith(genuine(), '/Annots [8 0 R]', [noteOf(entries), ...more]);

/** Genuine papers, altered so that somebody may pay another account, and the finding about each. */
export const altered: Record<string, [Uint8Array<ArrayBuffer>, 'document.account' | 'document.hidden']> = {
  ...Object.fromEntries(
    Object.entries(hidings).map(([how, hide]) => [
      `another account ${how}`,
      [pdfWith(`${genuine()} ${hide(label)}`), 'document.hidden'],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(hidings).map(([how, hide]) => [
      `the right account ${how}`,
      [pdfWith(`${genuine(false)} ${hide(`Bankgiro ${right}`)}`), 'document.hidden'],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(showings).map(([how, show]) => [
      `another account ${how}`,
      [pdfWith(`${genuine()} ${show(label)}`), 'document.account'],
    ]),
  ),
  'invisible digits between those of another account': [
    pdfWith(`${genuine()} ${at('Bankgiro 99')} 3 Tr ${at('77', 105)} 0 Tr ${at('1-2346', 106)}`),
    'document.account',
  ],
  'another account in a form field': [withNote(`/Subtype /Widget /FT /Tx /T (bg) /V (${label})`), 'document.account'],
  'another account in the appearance of a field': [
    withNote(`/Subtype /Widget /FT /Tx /T (bg) /V (Bankgiro ${right}) /F 4 /AP << /N 9 0 R >>`, appearance(label)),
    'document.account',
  ],
  'another account in a note': [withNote(`/Subtype /Text /Contents (${label})`), 'document.account'],
  'another account on the second page': [
    pdfOfSheets([{ content: genuine() }, { content: at(label) }]),
    'document.account',
  ],
  'another account that begins on one page and ends on the next': [
    pdfOfSheets([{ content: `${genuine()} ${at('Nytt bankgiro', 50, 40)}` }, { content: at(other, 50, 800) }]),
    'document.account',
  ],
  'another account in pieces': [
    pdfWith(`${genuine()} ${at('Bankgiro')} ${at('99', 150)} ${at('1-23', 175)} ${at('46', 205)}`),
    'document.account',
  ],
};

/** Genuine papers with decoration, and text that is not about accounts, which nobody sees. */
export const innocents: Record<string, Uint8Array<ArrayBuffer>> = {
  ...Object.fromEntries(
    Object.entries(showings).map(([how, show]) => [
      `the account ${how}`,
      pdfWith(`${genuine(false)} ${show(`Bankgiro ${right}`)}`),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(hidings).map(([how, hide]) => [
      `other text ${how}`,
      pdfWith(`${genuine()} ${hide('Skapad med Fakturaprogrammet 12.3')}`),
    ]),
  ),
  'a field with its appearance': withNote(
    `/Subtype /Widget /FT /Tx /T (bg) /V (Bankgiro ${right}) /F 4 /AP << /N 9 0 R >>`,
    appearance(`Bankgiro ${right}`),
  ),
};
