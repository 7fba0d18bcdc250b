import { decisionNames } from '../../../../common/names/states.ts';
import { bilingual } from '../../text.ts';

export const keysText = bilingual(
  {
    title: 'Keys',
    groups: {
      invoice: 'On an invoice',
      list: 'In the list of invoices',
      dialog: 'In dialogs',
      everywhere: 'Everywhere',
    },
    does: {
      approve: decisionNames.en.approve,
      approveWith: 'Approve with a comment',
      reject: decisionNames.en.reject,
      next: 'Next invoice',
      previous: 'Previous invoice',
      undo: 'Undo the last decision',
      back: 'Back to the list',
      down: 'One row down',
      up: 'One row up',
      open: 'Open the invoice',
      select: 'Select the row',
      search: 'Search in the list',
      send: 'Send',
      close: 'Close',
      find: 'Search everywhere',
      help: 'Show this help',
    },
  },
  {
    title: 'Tangenter',
    groups: { invoice: 'På en faktura', list: 'I fakturalistan', dialog: 'I dialogrutor', everywhere: 'Överallt' },
    does: {
      approve: decisionNames.sv.approve,
      approveWith: 'Attestera med en kommentar',
      reject: decisionNames.sv.reject,
      next: 'Nästa faktura',
      previous: 'Föregående faktura',
      undo: 'Ångra det senaste beslutet',
      back: 'Tillbaka till listan',
      down: 'En rad ner',
      up: 'En rad upp',
      open: 'Öppna fakturan',
      select: 'Markera raden',
      search: 'Sök i listan',
      send: 'Skicka',
      close: 'Stäng',
      find: 'Sök överallt',
      help: 'Visa den här hjälpen',
    },
  },
);
