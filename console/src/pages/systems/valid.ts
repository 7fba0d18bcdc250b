import type { OperatorTokenRow } from '../../api/types.ts';

export const isValid = ({ revokedAt, expiresAt }: Pick<OperatorTokenRow, 'revokedAt' | 'expiresAt'>): boolean =>
  revokedAt === null && (expiresAt === null || new Date(expiresAt).getTime() >= Date.now());
