import type { Call, Session } from '../../api/types.ts';
import { ApiFailure, read } from '../../api.ts';
import { mayDo } from '../../company.ts';

export interface CallMatch {
  call: Call;
  /** Undefined for a call without a valid token. */
  companyId: string | undefined;
}

/** Finds a call by its trace id alone: in this company, then in the operator's others, then among calls of none. */
export async function lookUp(
  session: Session,
  companyId: string,
  traceId: string,
  id: string | undefined,
  signal: AbortSignal,
): Promise<CallMatch> {
  const others = session.companies.map((company) => company.id).filter((other) => other !== companyId);
  const candidates: (string | undefined)[] = [
    companyId,
    ...others,
    ...(mayDo(session, undefined, 'administer') ? [undefined] : []),
  ];
  let missing: unknown;
  for (const candidate of candidates) {
    try {
      const path = `/requests/${encodeURIComponent(traceId)}` as const;
      const address = candidate === undefined ? path : (`/companies/${candidate}${path}` as const);
      return { call: await read(address, { query: { id }, signal }), companyId: candidate };
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
      missing = error;
    }
  }
  throw missing;
}
