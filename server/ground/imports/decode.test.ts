import { expect, it } from 'vitest';
import { decode } from './decode.ts';
import { ImportError } from './mistakes.ts';
import { effortOf } from '../../testing/effort.ts';
import { isLongRun } from '../../testing/long.ts';

const text = 'number;name\n1;Östra Rör & Måleri\n';
const utf16be = (content: string) => Buffer.from(content, 'utf16le').swap16();
const latin1 = (content: string) => Buffer.from(content, 'latin1');

const read: [name: string, bytes: Buffer, encoding: string, text?: string][] = [
  ['UTF-8', Buffer.from(text), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
  ['nothing but ASCII', Buffer.from('number;name\n1;x\n'), 'utf-8', 'number;name\n1;x\n'],
  ['nothing', Buffer.alloc(0), 'utf-8', ''],
  ['UTF-16LE with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
  ['UTF-16LE without', Buffer.from(text, 'utf16le'), 'utf-16le'],
  ['UTF-16BE with a mark', utf16be(`\uFEFF${text}`), 'utf-16be'],
  ['UTF-16BE without', utf16be(text), 'utf-16be'],
  ['UTF-16 of characters beyond the first plane', Buffer.from(`\uFEFF1;😀\n`, 'utf16le'), 'utf-16le', '1;😀\n'],
  ['Windows-1252', latin1(text), 'windows-1252'],
  [
    'Windows-1252 with a euro, a dash and quotes',
    latin1('1;\x80 \x96 \x93x\x94 \x8a\x9e\n'),
    'windows-1252',
    '1;€ – “x” Šž\n',
  ],
  ['Windows-1252 of one letter', latin1('number;name\n1;Å'), 'windows-1252', 'number;name\n1;Å'],
  ['line ends of Windows', latin1('number;name\r\n1;\xc5\r\n'), 'windows-1252', 'number;name\n1;Å\n'],
  ['line ends of old', Buffer.from('a\rb\r'), 'utf-8', 'a\nb\n'],
];

it.each(read)('%s is detected', (_name, bytes, encoding, expected = text) => {
  expect(decode(bytes)).toEqual({ text: expected, encoding });
});

const refused: [name: string, bytes: Buffer, code: string, line: number][] = [
  ['UTF-8 in which a letter was lost', Buffer.from('number;name\n1;x\n2;Bl\uFFFD\n'), 'file.replaced', 3],
  ['UTF-16 in which a letter was lost', Buffer.from('\uFEFFa\r\nBl\uFFFD', 'utf16le'), 'file.replaced', 2],
  [
    'UTF-8 with a mark and a byte that fits nowhere',
    Buffer.concat([Buffer.from('\uFEFFa\nb'), Buffer.from([0xe5])]),
    'file.encoding',
    2,
  ],
  ['UTF-8 that was cut within a letter', Buffer.from('a;Å\nb;Ä\nc;Ö').subarray(0, -1), 'file.encoding', 3],
  ['UTF-16 with half a character at its end', Buffer.from('\uFEFFa\nb', 'utf16le').subarray(0, -1), 'file.encoding', 2],
  ['UTF-16 with half of a pair', Buffer.from('\uFEFFa\n\uD83Db', 'utf16le'), 'file.encoding', 2],
  ['a byte that Windows-1252 does not have', latin1('a\nb\n\xe5\x81'), 'file.encoding', 3],
  ['bytes of a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 0xff, 0xfe, 0xb8]), 'file.encoding', 1],
];

it.each(refused)('%s is a mistake with its line, and never a replacement character', (_name, bytes, code, line) => {
  let mistakes: unknown;
  try {
    decode(bytes);
  } catch (error) {
    mistakes = error instanceof ImportError ? error.mistakes : error;
  }
  expect(mistakes).toMatchObject([{ code, line }]);
});

it('bytes of any kind are decoded in linear time', async () => {
  // As large as a file may be, in a long run.
  const mebibytes = isLongRun ? 10 : 2;
  for (const piece of [[0xe5], [0xc3, 0xa5, 0xff], [0, 0x61], [0x61, 0], [0xf0, 0x9f], [0x0d]]) {
    const all = Buffer.alloc(mebibytes * 1024 * 1024, Buffer.from(piece));
    const tried = () => {
      try {
        decode(all);
      } catch (error) {
        expect(error).toBeInstanceOf(ImportError);
      }
    };
    expect(await effortOf(tried), piece.join(' ')).toBeLessThan(400 * mebibytes);
  }
});
