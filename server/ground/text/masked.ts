/** Stands for a file's base64 in logs and records of calls. */
export const maskedFile = (characters: number): string => `••• (${characters.toLocaleString('en-US')} characters)`;

export const isMaskedFile = (text: string): boolean => text.length < 50 && /^••• \([\d,]+ characters\)$/.test(text);
