/** What is shown of a file instead of its base64. */
export const maskedFile = (characters: number): string => `••• (${characters.toLocaleString('en-US')} characters)`;

export const isMaskedFile = (text: string): boolean => text.length < 50 && /^••• \([\d,]+ characters\)$/.test(text);
