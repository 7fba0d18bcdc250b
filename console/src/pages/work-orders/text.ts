import { decisionNames } from '../../../../common/names/states.ts';
import { bilingual } from '../../text.ts';

export const workOrdersText = bilingual(
  {
    title: 'Work orders',
    workOrder: 'Title',
    reference: 'Partner’s reference',
    facility: 'Facility',
    description: 'What is to be done',
    searchHint: 'Title, reference, description',
    emptyTitle: 'No work orders yet',
    emptyNext:
      'Partners create them for your projects. A project needs a proposal id of its own and exactly one facility.',
    details: 'Details',
    noDescription: 'The partner wrote no description.',
    done: decisionNames.en.done,
    cancel: decisionNames.en.cancel,
    doneAbout:
      'Your colleagues see that you marked it done. The partner is notified only if it has a webhook endpoint.',
    cancelAbout:
      'The reason is kept with the work order, and sent to the partner if it has a webhook endpoint. Otherwise tell them yourself.',
    isDone: 'The work order is done.',
    isCancelled: 'The work order is cancelled.',
    sent: 'As the partner sent it',
  },
  {
    title: 'Arbetsorder',
    workOrder: 'Titel',
    reference: 'Partnerns referens',
    facility: 'Anläggning',
    description: 'Vad som ska göras',
    searchHint: 'Titel, referens, beskrivning',
    emptyTitle: 'Inga arbetsorder ännu',
    emptyNext:
      'Partnerna skapar dem för era projekt. Ett projekt behöver ett eget förslags-id och exakt en anläggning.',
    details: 'Uppgifter',
    noDescription: 'Partnern skrev ingen beskrivning.',
    done: decisionNames.sv.done,
    cancel: decisionNames.sv.cancel,
    doneAbout: 'Dina kollegor ser att du har markerat den som klar. Partnern får bara veta det om den har en webhook.',
    cancelAbout:
      'Orsaken sparas med arbetsordern och skickas till partnern om den har en webhook. Hör annars själv av dig till dem.',
    isDone: 'Arbetsordern är klar.',
    isCancelled: 'Arbetsordern är makulerad.',
    sent: 'Som partnern skickade den',
  },
);
