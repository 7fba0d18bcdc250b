import { bilingual } from '../../text.ts';

export const linkText = bilingual({ signIn: 'Sign in to see more' }, { signIn: 'Logga in för att se mer' });
