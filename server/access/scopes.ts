/** What a token may be used for. A token made without naming any has all of them. */
export const scopes = ['suppliers:read', 'suppliers:write', 'supplierinvoices:write', 'workorders:write'] as const;

export type Scope = (typeof scopes)[number];
