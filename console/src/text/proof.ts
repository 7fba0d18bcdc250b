import { bilingual } from '../text.ts';

export const proofText = bilingual(
  {
    code: 'Code',
    usePasskey: 'Use a passkey',
    or: 'or',
    codeHint: {
      totp: 'The six digits of your authenticator app, or a recovery code.',
      recovery: 'One of your recovery codes.',
    },
    confirm: 'Confirm',
    notProved: 'That did not work.',
    cancelled: 'The browser used no passkey. Try again, or choose another way.',
    unsupported:
      'Passkeys work at the address that is set as PUBLIC_URL, over https, or at localhost. Ask the people who run the service.',
    known: 'This device already has a passkey of yours.',
    proofTitle: 'Is it you?',
    proofAbout: 'This can redirect money or give access, so show once more that it is you. Then it goes on by itself.',
    proveBy: (directory: string) => `Confirm with ${directory} in a new tab`,
    nothing: 'You have nothing to prove with here. Sign in again through your company’s directory.',
    toAccount: 'Go to your account',
    toSignIn: 'Sign in in another way',
    proveNow: 'Use the one that you have',
  },
  {
    code: 'Kod',
    usePasskey: 'Använd en inloggningsnyckel',
    or: 'eller',
    codeHint: {
      totp: 'De sex siffrorna i autentiseringsappen, eller en återställningskod.',
      recovery: 'En av dina återställningskoder.',
    },
    confirm: 'Bekräfta',
    notProved: 'Det gick inte.',
    cancelled: 'Webbläsaren använde ingen inloggningsnyckel. Försök igen, eller välj ett annat sätt.',
    unsupported:
      'Inloggningsnycklar fungerar på adressen som är satt som PUBLIC_URL, över https, eller på localhost. Fråga dem som driver tjänsten.',
    known: 'Den här enheten har redan en inloggningsnyckel för dig.',
    proofTitle: 'Är det du?',
    proofAbout:
      'Det här kan styra om pengar eller ge åtkomst. Visa därför en gång till att det är du, så fortsätter det av sig självt.',
    proveBy: (directory) => `Bekräfta med ${directory} i en ny flik`,
    nothing: 'Du har inget att styrka dig med här. Logga in igen via företagets katalog.',
    toAccount: 'Till ditt konto',
    toSignIn: 'Logga in på ett annat sätt',
    proveNow: 'Använd det du redan har',
  },
);
