import { usePreferences } from '../../preferences.tsx';

/** What is in days: those are the days that the reader sees. */
const inDays = ['from', 'to', 'datedFrom', 'datedTo', 'dueFrom', 'dueTo', 'overdue'];

/** A query with the time zone that its days are meant in. */
export function useInZone<Query extends object>(query: Query): Query {
  const { timeZone: zone } = usePreferences();
  return inDays.some((name) => (query as Record<string, unknown>)[name] !== undefined) ? { ...query, zone } : query;
}
