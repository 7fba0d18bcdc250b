import type { ChangePosition, RecordType } from './store.ts';
import { ApiError } from '../errors/errors.ts';

const marks: Record<RecordType, number> = { supplierinvoice: 1, workorder: 2 };
const bytes = 1 + 8 + 16;

export const beginning: ChangePosition = { seq: '0', id: '00000000-0000-0000-0000-000000000000' };

/** Opaque to partners: the kind of the list, the number of the change, and the id of the record. */
export function encodeCursor(kind: RecordType, { seq, id }: ChangePosition): string {
  const cursor = Buffer.alloc(bytes);
  cursor.writeUInt8(marks[kind], 0);
  cursor.writeBigInt64BE(BigInt(seq), 1);
  cursor.write(id.replaceAll('-', ''), 9, 'hex');
  return cursor.toString('base64url');
}

export function decodeCursor(kind: RecordType, after: string): ChangePosition {
  const cursor = Buffer.from(after, 'base64url');
  if (cursor.length !== bytes || cursor.toString('base64url') !== after || cursor[0] !== marks[kind])
    throw new ApiError('query.invalid', { why: 'after' });
  const seq = cursor.readBigInt64BE(1);
  if (seq < 0n) throw new ApiError('query.invalid', { why: 'after' });
  const id = cursor.toString('hex', 9).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { seq: String(seq), id };
}
