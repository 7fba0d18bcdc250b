/**
 * SQL for a text in the database's collation, for columns with the collation "C", in which lower() does not change Å.
 * Citus drops COLLATE "default" from statements that it sends to workers.
 */
export const inDefaultCollation = (expression: string): string => `(to_jsonb(${expression}) #>> '{}')`;
