import type { Scope } from '../../api/types.ts';

export const scopes: readonly Scope[] = [
  'suppliers:read',
  'suppliers:write',
  'supplierinvoices:write',
  'workorders:write',
];
