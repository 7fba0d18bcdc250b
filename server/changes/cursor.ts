import type { ChangePosition, RecordType } from './store.ts';
import { ApiError } from '../errors/errors.ts';
import { uuidOf } from '../ground/db/ids.ts';

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

/** Every text of this form is a position: the first byte is the kind's, the number is not negative, no bit is spare. */
export const cursorPatterns: Record<RecordType, string> = {
  supplierinvoice: '^A[Q-X][A-Za-z0-9_-]{31}[AQgw]$',
  workorder: '^A[g-n][A-Za-z0-9_-]{31}[AQgw]$',
};

export function decodeCursor(kind: RecordType, after: string): ChangePosition {
  if (!new RegExp(cursorPatterns[kind]).test(after)) throw new ApiError('query.invalid', { why: 'after' });
  const cursor = Buffer.from(after, 'base64url');
  return { seq: String(cursor.readBigInt64BE(1)), id: uuidOf(cursor.subarray(9)) };
}
