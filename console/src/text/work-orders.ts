import { bilingual } from '../text.ts';

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
    done: 'Mark done',
    cancel: 'Cancel the work order',
    doneAbout: 'The partner and your colleagues will see that you marked this work order done.',
    cancelAbout:
      'The reason is kept with the work order and sent with its event, so write it for the person who has to act on it.',
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
    emptyNext: 'Partner skapar dem för era projekt. Ett projekt behöver ett eget förslags-id och exakt en anläggning.',
    details: 'Uppgifter',
    noDescription: 'Partnern skrev ingen beskrivning.',
    done: 'Markera som klar',
    cancel: 'Avbryt arbetsordern',
    doneAbout: 'Partnern och dina kollegor ser att du har markerat arbetsordern som klar.',
    cancelAbout:
      'Orsaken sparas med arbetsordern och skickas med dess händelse, så skriv den för den som ska åtgärda något.',
    isDone: 'Arbetsordern är klar.',
    isCancelled: 'Arbetsordern är avbruten.',
    sent: 'Som partnern skickade den',
  },
);
