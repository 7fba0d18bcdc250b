import type { Scope } from '../../api/types.ts';

export const scopes: readonly Scope[] = [
  'suppliers:read',
  'suppliers:write',
  'supplierinvoices:write',
  'workorders:write',
];

/** With it a partner reads and changes nothing: the least that a token can be used for. */
export const leastScopes: readonly Scope[] = ['suppliers:read'];
