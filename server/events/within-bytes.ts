/**
 * Takes of the events that a query finds the first ones, up to and including the one that makes them longer than so many bytes: a
 * payload may have thousands of findings, and one event is always taken, however large. The query has their `seq`, and `data` as
 * text; `matching` is how many it has found.
 */
export const withinBytes = (found: string, mostBytes: string): string => `
  SELECT * FROM (
    SELECT *, count(*) OVER () AS matching,
           sum(octet_length(data)) OVER (ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (${found}) AS found
  ) AS measured WHERE coalesce(bytes_before, 0) < ${mostBytes}`;
