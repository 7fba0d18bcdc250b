import type { Door } from './door.ts';
import type { CodingKind } from '../../common/coding.ts';
import { upsertCodingValues } from '../supplier-invoices/coding/coding-store.ts';

/** Adds active codes, each named after itself, to a company's lists. */
export const addCodes = (
  { pool, company }: Pick<Door, 'pool' | 'company'>,
  codes: Partial<Record<CodingKind, readonly string[]>>,
): Promise<void> =>
  upsertCodingValues(
    pool,
    company,
    Object.entries(codes).flatMap(([kind, all]) =>
      all.map((code) => ({ kind, code, name: `Name of ${code}`, active: true })),
    ),
  );
