import { decisionNames, questionNames } from '../../../../../common/names/states.ts';
import { bilingual } from '../../../text.ts';

export const questionsText = bilingual(
  {
    ask: decisionNames.en.ask,
    about: (partner: string, isSent: boolean) =>
      isSent
        ? `${partner} receives the question, without your name. The invoice leaves the queue until the answer comes or is due.`
        : `${partner} has no webhook endpoint for questions and sees it only on reading the invoice back. The invoice leaves the queue until the answer comes or is due.`,
    question: 'Question',
    due: 'Answer by (optional)',
    dueHint: 'After this day the invoice is in the queue again, answered or not.',
    send: 'Send the question',
    sent: (number: string) => `The question about ${number} is sent.`,
    title: 'Questions to the partner',
    states: questionNames.en,
    noAnswer: 'No answer yet.',
    dueOn: (day: string) => `Due on ${day}.`,
    wasDueOn: (day: string) => `It was due on ${day}.`,
    closed: (when: string) => `Closed on ${when} without an answer: the invoice was decided or withdrawn.`,
    files: 'Attached meanwhile:',
    yes: 'Yes',
    no: 'No',
    answers: 'Answers',
    answeredMe: 'To my questions',
  },
  {
    ask: decisionNames.sv.ask,
    about: (partner, isSent) =>
      isSent
        ? `${partner} får frågan, men inte ditt namn. Fakturan lämnar kön tills svaret kommer eller borde ha kommit.`
        : `${partner} saknar webhook för frågor och ser frågan först när fakturan hämtas. Fakturan lämnar kön tills svaret kommer eller borde ha kommit.`,
    question: 'Fråga',
    due: 'Svar senast (valfritt)',
    dueHint: 'Efter den dagen ligger fakturan i kön igen, även om svaret uteblir.',
    send: 'Skicka frågan',
    sent: (number) => `Frågan om ${number} är skickad.`,
    title: 'Frågor till partnern',
    states: questionNames.sv,
    noAnswer: 'Inget svar än.',
    dueOn: (day) => `Svar senast ${day}.`,
    wasDueOn: (day) => `Svaret skulle ha kommit senast ${day}.`,
    closed: (when) => `Stängd ${when} utan svar: fakturan beslutades eller återkallades.`,
    files: 'Bifogat under tiden:',
    yes: 'Ja',
    no: 'Nej',
    answers: 'Svar',
    answeredMe: 'På mina frågor',
  },
);
