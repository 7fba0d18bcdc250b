import { english, type Problem, sayFault } from '../../common/errors/catalogue.ts';
import { createInspector, type FileInspection } from '../supplier-invoices/attachments/inspect.ts';

export async function inspect(file: Buffer | string, pieceBytes = 64 * 1024): Promise<FileInspection> {
  const bytes = Buffer.from(file as string);
  const look = createInspector();
  const passing = look.over(piecesOf(bytes, pieceBytes))[Symbol.asyncIterator]();
  while ((await passing.next()).done !== true);
  return look.finish();
}

async function* piecesOf(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

export const inWords = <Found extends object>(found: Found | { problem: Problem }) =>
  'problem' in found ? { problem: sayFault(english, found.problem) } : found;
