import { lines, type Letters } from '../ground/mail/letter.ts';

interface LinkGaps {
  name: string;
  link: string;
}

export const invitation: Letters<LinkGaps & { by: string }> = {
  en: ({ name, by, link }) => ({
    subject: 'Your invitation to Doorway',
    text: lines(
      `Hello ${name},`,
      `${by} has invited you to Doorway, where your company checks and approves supplier invoices.`,
      'Open this link to choose a password and sign in:',
      link,
      'The link works once, for seven days. If you did not expect it, you can ignore this message.',
    ),
  }),
  sv: ({ name, by, link }) => ({
    subject: 'Inbjudan till Doorway',
    text: lines(
      `Hej ${name}!`,
      `${by} har bjudit in dig till Doorway, där ditt företag kontrollerar och attesterar leverantörsfakturor.`,
      'Öppna länken för att välja ett lösenord och logga in:',
      link,
      'Länken kan användas en gång, inom sju dagar. Om du inte väntade dig den kan du bortse från meddelandet.',
    ),
  }),
};

export const newLink: Letters<LinkGaps & { by: string }> = {
  en: ({ name, by, link }) => ({
    subject: 'Choose a new password for Doorway',
    text: lines(
      `Hello ${name},`,
      `${by} has given you a new one-time link to Doorway. Open it to choose a new password and sign in:`,
      link,
      'The link works once, for seven days. When you use it, you are signed out everywhere else and your user tokens end.',
    ),
  }),
  sv: ({ name, by, link }) => ({
    subject: 'Välj ett nytt lösenord till Doorway',
    text: lines(
      `Hej ${name}!`,
      `${by} har gett dig en ny engångslänk till Doorway. Öppna den för att välja ett nytt lösenord och logga in:`,
      link,
      'Länken kan användas en gång, inom sju dagar. När du använder den loggas du ut överallt annars och dina användarnycklar upphör.',
    ),
  }),
};

export const factorsReset: Letters<LinkGaps & { by: string }> = {
  en: ({ name, by, link }) => ({
    subject: 'Your second factor at Doorway was removed',
    text: lines(
      `Hello ${name},`,
      `${by} has removed your passkeys, authenticator apps and recovery codes at Doorway. You are signed out everywhere, and your user tokens have ended.`,
      'Sign in with your password, and add a new passkey or app under Your account:',
      link,
      'If you did not ask for this, tell your administrators at once: someone may be trying to sign in as you.',
    ),
  }),
  sv: ({ name, by, link }) => ({
    subject: 'Ditt andra steg i Doorway är borttaget',
    text: lines(
      `Hej ${name}!`,
      `${by} har tagit bort dina inloggningsnycklar, autentiseringsappar och återställningskoder i Doorway. Du är utloggad överallt, och dina användarnycklar har upphört.`,
      'Logga in med lösenordet och lägg till en ny inloggningsnyckel eller app under Ditt konto:',
      link,
      'Om du inte har bett om det, säg genast till era administratörer: någon kan försöka logga in som du.',
    ),
  }),
};

export const forgotten: Letters<LinkGaps> = {
  en: ({ name, link }) => ({
    subject: 'Choose a new password for Doorway',
    text: lines(
      `Hello ${name},`,
      'Someone said on the sign-in page of Doorway that your password is forgotten. If it was you, open this link to choose a new one:',
      link,
      'The link works once, for one hour. When you use it, you are signed out everywhere else and your user tokens end.',
      'If it was not you, ignore this message: your password stays as it is.',
    ),
  }),
  sv: ({ name, link }) => ({
    subject: 'Välj ett nytt lösenord till Doorway',
    text: lines(
      `Hej ${name}!`,
      'Någon har angett på Doorways inloggningssida att ditt lösenord är glömt. Om det var du, öppna länken för att välja ett nytt:',
      link,
      'Länken kan användas en gång, inom en timme. När du använder den loggas du ut överallt annars och dina användarnycklar upphör.',
      'Om det inte var du kan du bortse från meddelandet: lösenordet ändras inte.',
    ),
  }),
};
