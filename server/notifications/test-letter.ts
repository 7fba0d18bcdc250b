import { lines, type Letters } from '../ground/mail/letter.ts';

export const test: Letters<{ name: string; company: string; account: string }> = {
  en: ({ name, company, account }) => ({
    subject: 'Test message from Doorway',
    text: lines(
      `Hello ${name},`,
      `Mail from Doorway reaches you. Choose here which mails you get about ${company}:`,
      account,
    ),
  }),
  sv: ({ name, company, account }) => ({
    subject: 'Testmeddelande från Doorway',
    text: lines(
      `Hej ${name}!`,
      `E-post från Doorway kommer fram till dig. Här väljer du vilka meddelanden du får om ${company}:`,
      account,
    ),
  }),
};
