import { codingKindNames } from '../../../../../common/names/coding.ts';
import { bilingual } from '../../../text.ts';

export const codingText = bilingual(
  {
    coding: 'Coding',
    kinds: codingKindNames.en,
    none: 'Not coded.',
    required: 'It must be coded before it is approved.',
    by: (who: string, at: string) => `By ${who}, ${at}`,
    proposed: (same: number, of: number) =>
      same === of
        ? `Proposed: the last ${of} of ${of} of this supplier.`
        : `Proposed: ${same} of the last ${of} of this supplier.`,
    takenOver: 'An approval takes it over.',
    use: 'Use the proposal',
    code: 'Code',
    change: 'Change',
    save: 'Save the coding',
    remove: 'Remove the coding',
    each: 'Code each line',
    line: (n: number) => `Line ${n}`,
    amount: (amount: string) => `Amount ${amount}`,
    more: (n: number) => `and ${n} more rows`,
    choose: 'None',
    clear: (kind: string) => `Empty the field ${kind}`,
  },
  {
    coding: 'Kontering',
    kinds: codingKindNames.sv,
    none: 'Inte konterad.',
    required: 'Den ska konteras innan den attesteras.',
    by: (who, at) => `Av ${who}, ${at}`,
    proposed: (same, of) =>
      same === of
        ? `Förslag: leverantörens senaste ${of} av ${of}.`
        : `Förslag: ${same} av leverantörens senaste ${of}.`,
    takenOver: 'Det används när fakturan attesteras.',
    use: 'Använd förslaget',
    code: 'Kontera',
    change: 'Ändra',
    save: 'Spara konteringen',
    remove: 'Ta bort konteringen',
    each: 'Kontera varje rad',
    line: (n) => `Rad ${n}`,
    amount: (amount) => `Belopp ${amount}`,
    more: (n) => `och ${n} rader till`,
    choose: 'Ingen',
    clear: (kind) => `Töm fältet ${kind}`,
  },
);
