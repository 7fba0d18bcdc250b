import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Action, Company, Permission, Session } from './api/types.ts';
import { useSession } from './session.ts';
import { common } from './text/common.ts';
import { useText } from './text.ts';

const key = 'doorway.company';

/** The company in the address; on pages without one, the company that was shown last. */
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
    // Without storage the first company is preferred.
  }
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function useCompanyPath() {
  const { companyId = '' } = useParams({ strict: false }) as { companyId?: string };
  return useCallback(
    <Path extends string>(path: Path) => `/companies/${encodeURIComponent(companyId)}${path}` as const,
    [companyId],
  );
}

/**
 * Whether the session grants a permission. It only decides how a button looks: the API refuses requests without the
 * permission, and whether a record's state allows something comes with the record as its actions.
 */
export const mayDo = (session: Session, company: Company | undefined, permission: Permission): boolean =>
  session.may.includes(permission) || (company?.may.includes(permission) ?? false);

export function useAllowed(permission: Permission): Action {
  const session = useSession();
  const company = useCompany();
  const t = useText(common);
  if (mayDo(session, company, permission)) return { allowed: true };
  return { allowed: false, why: company === undefined ? t.onlyAdministrators : t.roleForbids(t.roles[company.role]) };
}
