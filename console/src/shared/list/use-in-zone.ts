import { usePreferences } from '../../preferences.tsx';

const dayFilters = ['from', 'to', 'datedFrom', 'datedTo', 'dueFrom', 'dueTo', 'overdue'];

export function useInZone<Query extends object>(query: Query): Query {
  const { timeZone: zone } = usePreferences();
  return dayFilters.some((name) => (query as Record<string, unknown>)[name] !== undefined) ? { ...query, zone } : query;
}
