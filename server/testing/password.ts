/** Of every operator that a test signs in. */
export const goodPassword = 'correct horse battery';
