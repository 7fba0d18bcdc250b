import { bilingual } from '../../text.ts';

export const editingText = bilingual(
  {
    title: 'Changed meanwhile',
    about: 'Someone else has changed this since you opened it. Choose one value for each field and save again.',
    yours: 'Yours',
    theirs: 'Theirs',
    saveChoice: 'Save what I chose',
    nothing: '(empty)',
  },
  {
    title: 'Ändrad under tiden',
    about:
      'Någon annan har ändrat uppgifterna sedan du öppnade dem. Välj vad som ska gälla för varje fält och spara igen.',
    yours: 'Din uppgift',
    theirs: 'Den andras',
    saveChoice: 'Spara mina val',
    nothing: '(tomt)',
  },
);
