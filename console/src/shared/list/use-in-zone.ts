import { usePreferences } from '../../preferences.tsx';

/** Filters whose values are days, or counted in days. */
const dayFilters = ['from', 'to', 'datedFrom', 'datedTo', 'dueFrom', 'dueTo', 'overdue'];

/** Adds the reader's time zone to a query with days. */
export function useInZone<Query extends object>(query: Query): Query {
  const { timeZone: zone } = usePreferences();
  return dayFilters.some((name) => (query as Record<string, unknown>)[name] !== undefined) ? { ...query, zone } : query;
}
