/**
 * Continues the database's clock by one that nobody can set. The process's own clock may be wrong: it must not end a
 * hold.
 */
export function clockFrom(databaseMs: number): () => Date {
  const readAt = performance.now();
  return () => new Date(databaseMs + performance.now() - readAt);
}
