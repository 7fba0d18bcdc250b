import type { ReactNode } from 'react';
import { useConnection } from '../live/connection.ts';
import { useSendWaitingNotes, useWaitingNotes } from '../live/waiting-notes.ts';
import { Link } from '../shared/page/link.tsx';
import { useText } from '../text.ts';
import { layout } from './text.ts';

/** What the reader must know about the connection, below the header; undefined if all is well. */
export function useConnectionLine(): ReactNode {
  const t = useText(layout);
  const connection = useConnection();
  useSendWaitingNotes(connection === 'works');
  const notes = useWaitingNotes();
  const refused = notes.filter(({ refusal }) => refusal !== undefined);
  const [first] = refused;
  const waiting = notes.length - refused.length;
  if (connection === 'lost') return [t.lost, waiting > 0 && t.notesWait(waiting)].filter(Boolean).join(' ');
  if (first === undefined) return undefined;
  const { companyId, invoiceId } = first;
  return (
    <Link to="/companies/$companyId/invoices/$invoiceId" params={{ companyId, invoiceId }} inherit>
      {t.notesRefused(refused.length)}
    </Link>
  );
}
