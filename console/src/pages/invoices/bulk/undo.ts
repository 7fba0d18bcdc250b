import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { Bulk } from '../../../api/types.ts';
import { ApiFailure, change } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { decideText } from '../../../decisions/text.ts';
import { showWithUndo } from '../../../decisions/undo.tsx';
import { useFailureSentence } from '../../../decisions/use-decide.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { bulkText } from './text.ts';

/** Says what a bulk has done. A decision can be taken back as one. */
export function useBulkUndo() {
  const t = useText(bulkText);
  const d = useText(decideText);
  const format = useFormat();
  const sentence = useFailureSentence();
  const client = useQueryClient();
  const path = useCompanyPath()('/bulk');
  const count = (many: number) => format.number(String(many));
  const undo = async (id: string): Promise<boolean> => {
    try {
      let undone = await change('POST', `${path}/${id}/undo`, { reason: d.undone });
      while (!undone.finished) undone = await change('POST', `${path}/${undone.id}/next`);
      const left = undone.leftOutCount === 0 ? '' : ` ${t.notUndone(count(undone.leftOutCount))}`;
      const color = left === '' ? 'teal' : 'red';
      notifications.show({ message: `${t.done.reopen(count(undone.done))}${left}`, color });
      return true;
    } catch (error) {
      notifications.show({ message: t.undoFailed(sentence(error)), color: 'red' });
      // Without an answer it can be tried again.
      return error instanceof ApiFailure && error.status >= 400 && error.status < 500;
    } finally {
      void client.invalidateQueries();
    }
  };
  const offer = ({ id, decision, done }: Bulk) => {
    const message = t.done[decision](count(done));
    if (decision === 'approve' || decision === 'reject') showWithUndo({ message, label: d.undo, undo: () => undo(id) });
    else notifications.show({ message, color: 'teal' });
  };
  return { offer };
}
