import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../api.ts';
import { refresh } from '../shared/form/use-change.ts';
import { useText } from '../text.ts';
import { noteState, type QueueRow } from './queue.ts';
import { decideText } from './text.ts';
import { showWithUndo } from './undo.tsx';
import { keepFocus, useFailureSentence } from './use-decide.ts';
import type { Navigation } from './use-navigation.ts';

interface Made<Record> {
  /** Names the record in sentences. */
  name: string;
  message: string;
  takeBack: () => Promise<Record>;
  takenBack: string;
}

/** Says that a record is decided, with an undo, and goes on to the next one. `path` is the key of the cached record. */
export function useUndoable<Record extends QueueRow>(path: string, navigation: Navigation) {
  const t = useText(decideText);
  const sentence = useFailureSentence();
  const client = useQueryClient();
  const undo = async ({ name, takeBack, takenBack }: Made<Record>): Promise<boolean> => {
    try {
      const record = await takeBack();
      client.setQueryData(['record', path], record);
      noteState(client, record);
      notifications.show({ message: takenBack, color: 'teal' });
      navigation.to(record.id);
      keepFocus();
      return true;
    } catch (error) {
      notifications.show({ message: t.notUndone(name, sentence(error)), color: 'red' });
      // Without an answer it can be tried again.
      return error instanceof ApiFailure && error.status >= 400 && error.status < 500;
    } finally {
      void refresh(client);
    }
  };
  return (record: Record, made: Made<Record>): Promise<boolean> => {
    noteState(client, record);
    showWithUndo({ message: made.message, label: t.undo, undo: () => undo(made) });
    return navigation.toNext();
  };
}
