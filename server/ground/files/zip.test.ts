import { expect, it } from 'vitest';
import { namesInFolder } from './zip.ts';

it.each([
  [['invoice.pdf'], ['invoice.pdf']],
  [
    ['a.pdf', 'A.pdf', 'a.pdf', 'a (2).pdf'],
    ['a.pdf', 'A (2).pdf', 'a (3).pdf', 'a (2) (2).pdf'],
  ],
  [['../../etc/passwd'], ['_.._etc_passwd']],
  [['C:\\Users\\me\\invoice.pdf'], ['C__Users_me_invoice.pdf']],
  [['tab\there\r\nand\0there.xml'], ['tab_here__and_there.xml']],
  [['invoice\u202Efdp.exe'], ['invoice_fdp.exe']],
  [
    ['NUL.pdf', 'console.pdf'],
    ['_NUL.pdf', 'console.pdf'],
  ],
  [
    ['...', '', ' . '],
    ['file', 'file (2)', 'file (3)'],
  ],
  [['Följesedel 7 – Östra Rör.pdf'], ['Följesedel 7 – Östra Rör.pdf']],
  [[`${'x'.repeat(400)}.pdf`], [`${'x'.repeat(150)}.pdf`]],
  [[`${'𝔵'.repeat(400)}.pdf`], [`${'𝔵'.repeat(150)}.pdf`]],
])('the files %j lie in a folder as %j', (given, expected) => {
  expect(namesInFolder(given)).toEqual(expected);
});
