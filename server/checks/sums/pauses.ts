/** Lines that are explained between two pauses. Most invoices have fewer. */
const linesAtOnce = 250;

export const isPauseAt = (line: number): boolean => line > 0 && line % linesAtOnce === 0;
