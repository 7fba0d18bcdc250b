/** Whoever explains an invoice of many lines may do something else after this many. Most invoices have fewer. */
const linesAtOnce = 250;

export const isPauseAt = (line: number): boolean => line > 0 && line % linesAtOnce === 0;
