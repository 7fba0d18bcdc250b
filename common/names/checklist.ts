import { names } from './names.ts';

/** The steps that a partner shows in its sandbox before it goes live, in this order. */
export const checklistNames = names({
  'invoice.first': ['The first invoice was sent', 'Den första fakturan är skickad'],
  'file.attached': ['A file was attached to an invoice', 'En fil är bifogad till en faktura'],
  'answer.repeated': [
    'A request whose answer was lost was sent again',
    'Ett anrop vars svar försvann har skickats igen',
  ],
  'key.used': ['An Idempotency-Key was used', 'En Idempotency-Key har använts'],
  'unavailable.waited': [
    'The time of Retry-After was waited for after a 503',
    'Tiden i Retry-After har inväntats efter ett 503',
  ],
  'ratelimit.waited': [
    'The time of Retry-After was waited for after a 429',
    'Tiden i Retry-After har inväntats efter ett 429',
  ],
  'fields.known': ['The last 20 invoices have no unknown fields', 'De 20 senaste fakturorna har inga okända fält'],
  'sums.right': ['The sums of the last 20 invoices add up', 'Summorna i de 20 senaste fakturorna stämmer'],
  'webhook.answered': [
    'A webhook was answered with 2xx, or events were read one after the other',
    'En webhook har besvarats med 2xx, eller händelser har hämtats i följd',
  ],
});

export type ChecklistCode = keyof typeof checklistNames.en;
