import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { defaultZone } from '../../common/days.ts';
import type { Action, Company, Permission, Session } from './api/types.ts';
import { todayIn } from './days.ts';
import { useSession } from './session.ts';
import { common } from './text/common.ts';
import { useText } from './text.ts';

const key = 'doorway.company';

/** The company in the address; on pages without one, the company that was shown last. */
export function useCompany(): Company | undefined {
  const { companyId }: { companyId?: string } = useParams({ strict: false });
  const session = useSession();
  if (companyId !== undefined) return session.companies.find(({ id }) => id === companyId);
  return preferred(session);
}

/** The company that this operator used last, in this window or else in this browser. */
export function preferred({ id: operator, companies }: Session): Company | undefined {
  for (const storage of storages()) {
    const company = companies.find(({ id }) => id === recall(storage)[operator]);
    if (company !== undefined) return company;
  }
  return companies[0];
}

const maxOperators = 20;

export function keepLastCompany({ id: operator }: Session, companyId: string): void {
  for (const storage of storages()) {
    const { [operator]: _former, ...others } = recall(storage);
    const latest = [...Object.entries(others), [operator, companyId]].slice(-maxOperators);
    try {
      storage.setItem(key, JSON.stringify(Object.fromEntries(latest)));
    } catch {
      // Without storage the first company is preferred.
    }
  }
}

/** Two windows may show two companies. */
function storages(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

/** Companies by operator. */
function recall(storage: Storage): Record<string, string> {
  try {
    return Object(JSON.parse(storage.getItem(key) ?? '{}')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Today in the company's time zone, by which invoices are due. */
export const useToday = (): string => todayIn(useCompany()?.timeZone ?? defaultZone);

export function useCompanyPath() {
  const { companyId = '' }: { companyId?: string } = useParams({ strict: false });
  return useCallback(
    <Path extends string>(path: Path) => `/companies/${encodeURIComponent(companyId)}${path}` as const,
    [companyId],
  );
}

/** Those about the installation and about operators do not depend on the company that is shown. */
export type Right = Permission | 'administerInstallation' | 'manageOperators';

/**
 * Whether the session grants a permission. It only decides how a button looks: the API refuses requests without the
 * permission, and whether a record's state allows something comes with the record as its actions.
 */
export function mayDo(session: Session, company: Company | undefined, right: Right): boolean {
  if (right === 'administerInstallation') return session.may.includes('administer');
  if (right === 'manageOperators') return [session, ...session.companies].some(({ may }) => may.includes('administer'));
  return session.may.includes(right) || (company?.may.includes(right) ?? false);
}

export function useAllowed(permission: Right): Action {
  const session = useSession();
  const company = useCompany();
  const t = useText(common);
  if (mayDo(session, company, permission)) return { allowed: true };
  if (permission === 'administerInstallation') return { allowed: false, why: t.onlyInstallation };
  return { allowed: false, why: company === undefined ? t.onlyAdministrators : t.roleForbids(t.roles[company.role]) };
}

export function useAccessRights() {
  const session = useSession();
  const company = useCompany();
  return {
    administers: mayDo(session, company, 'administer'),
    managesOperators: mayDo(session, company, 'manageOperators'),
    managesDirectories: mayDo(session, company, 'administerInstallation'),
  };
}
