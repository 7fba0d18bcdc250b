import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Action, Company, Permission } from './api/types.ts';
import { mayDo } from './permissions.ts';
import { useSession } from './session.ts';
import { common } from './text/common.ts';
import { useText } from './text.ts';

const key = 'doorway.company';

/** The company in the address; on pages that concern none, the one that was looked at last. */
export function useCompany(): Company | undefined {
  const { companyId } = useParams({ strict: false }) as { companyId?: string };
  const { companies } = useSession();
  if (companyId !== undefined) return companies.find(({ id }) => id === companyId);
  return preferred(companies);
}

export const preferred = (companies: Company[]): Company | undefined =>
  companies.find(({ id }) => id === recall()) ?? companies[0];

export function remember(companyId: string): void {
  try {
    sessionStorage.setItem(key, companyId);
  } catch {
    // Only a convenience.
  }
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The path of something of this company in the API. */
export function useCompanyPath() {
  const { companyId = '' } = useParams({ strict: false }) as { companyId?: string };
  return useCallback(
    <Path extends string>(path: Path) => `/companies/${encodeURIComponent(companyId)}${path}` as const,
    [companyId],
  );
}

/** Whether the role allows something here; if not, the sentence that says so. */
export function useAllowed(permission: Permission): Action {
  const session = useSession();
  const company = useCompany();
  const t = useText(common);
  if (mayDo(session, company, permission)) return { allowed: true };
  return { allowed: false, why: company === undefined ? t.onlyAdministrators : t.roleForbids(t.roles[company.role]) };
}
