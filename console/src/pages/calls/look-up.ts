import type { Call, Session } from '../../api/types.ts';
import { ApiFailure, read } from '../../api.ts';
import { mayDo } from '../../permissions.ts';

export interface Found {
  call: Call;
  /** Undefined for a call that no company's token was on. */
  companyId: string | undefined;
}

/** A partner gives an id, not a company: this one first, then the operator's others, then what belongs to none. */
export async function lookUp(
  session: Session,
  companyId: string,
  traceId: string,
  id: string | undefined,
  signal: AbortSignal,
): Promise<Found> {
  const others = session.companies.map((company) => company.id).filter((other) => other !== companyId);
  const places: (string | undefined)[] = [
    companyId,
    ...others,
    ...(mayDo(session, undefined, 'administer') ? [undefined] : []),
  ];
  let missing: unknown;
  for (const place of places) {
    try {
      const path = `/requests/${encodeURIComponent(traceId)}` as const;
      const address = place === undefined ? path : (`/companies/${place}${path}` as const);
      return { call: await read(address, { query: { id }, signal }), companyId: place };
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
      missing = error;
    }
  }
  throw missing;
}
