/** Whether a token was sent, of whatever shape. */
export const isBearer = (header: string | undefined) => header !== undefined && /^Bearer(?: |$)/i.test(header);
