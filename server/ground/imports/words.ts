/** "1 project", "12 projects". */
export const count = (many: number, thing: string) => `${many} ${thing}${many === 1 ? '' : 's'}`;
