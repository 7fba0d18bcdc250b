import { decisionNames } from '../../../../common/names/states.ts';
import { bilingual } from '../../text.ts';

export const workOrdersText = bilingual(
  {
    title: 'Work orders',
    workOrder: 'Work order',
    previous: 'Previous work order',
    next: 'Next work order',
    lastOne: (left: number) =>
      left === 1
        ? 'That was the last work order. One before it is still open.'
        : `That was the last work order. ${left} before it are still open.`,
    reference: 'Partner’s reference',
    facility: 'Facility',
    proposal: 'Proposal id',
    description: 'What is to be done',
    searchHint: 'Title, reference, description',
    emptyTitle: 'No work orders yet',
    emptyNext:
      'Partners create them for your projects. A project needs a proposal id of its own and exactly one facility.',
    details: 'Details',
    noDescription: 'The partner wrote no description.',
    done: decisionNames.en.done,
    cancel: decisionNames.en.cancel,
    cancelAbout: (partner: string, isSent: boolean) =>
      isSent
        ? `${partner} receives the reason.`
        : `${partner} is not notified, because it has no webhook endpoint for this. Tell the partner yourself.`,
    doneOne: (title: string) => `${title} is done.`,
    cancelledOne: (title: string) => `${title} is cancelled.`,
    reopenAbout: 'The work order is open again, and your colleagues see why.',
    isReopened: 'The work order is open again.',
    extra: 'Other fields that the partner sent',
  },
  {
    title: 'Arbetsorder',
    workOrder: 'Arbetsorder',
    previous: 'Föregående arbetsorder',
    next: 'Nästa arbetsorder',
    lastOne: (left) => `Det var den sista arbetsordern. ${left} tidigare i listan är fortfarande öppna.`,
    reference: 'Partnerns referens',
    facility: 'Anläggning',
    proposal: 'Förslags-id',
    description: 'Vad som ska göras',
    searchHint: 'Titel, referens, beskrivning',
    emptyTitle: 'Inga arbetsorder ännu',
    emptyNext:
      'Partnerna skapar dem för era projekt. Ett projekt behöver ett eget förslags-id och exakt en anläggning.',
    details: 'Uppgifter',
    noDescription: 'Partnern skrev ingen beskrivning.',
    done: decisionNames.sv.done,
    cancel: decisionNames.sv.cancel,
    cancelAbout: (partner, isSent) =>
      isSent
        ? `${partner} får orsaken.`
        : `${partner} får inget besked, eftersom webhook för detta saknas. Kontakta partnern själv.`,
    doneOne: (title) => `${title} är klar.`,
    cancelledOne: (title) => `${title} är makulerad.`,
    reopenAbout: 'Arbetsordern blir öppen igen, och dina kollegor ser varför.',
    isReopened: 'Arbetsordern är öppen igen.',
    extra: 'Andra fält som partnern skickade',
  },
);
