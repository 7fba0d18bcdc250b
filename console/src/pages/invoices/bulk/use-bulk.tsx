import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Query } from '../../../api/addresses.ts';
import type { Bulk, InvoiceRow } from '../../../api/types.ts';
import { addressOf, change } from '../../../api.ts';
import { useAllowed, useCompanyPath } from '../../../company.ts';
import { usePreferences } from '../../../preferences.tsx';
import { useKeyHint } from '../../../shared/page/key-hint.tsx';
import { useKeys } from '../../../shared/page/keys.ts';
import { useInZone } from '../../../shared/list/use-in-zone.ts';
import { useTotals } from '../list/totals.tsx';
import { BulkBar, type BulkChoice } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import styles from './bulk.module.css';
import { Interrupted } from './interrupted.tsx';
import { bulkText } from './text.ts';
import { useSelection } from './use-selection.ts';
import { useText } from '../../../text.ts';

/** More ids would make an address too long. */
const maxIdsInAddress = 200;

type BulkDialogState = { decision: Bulk['decision']; interrupted?: Bulk };

const toggleFocusedRow = () =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();

/** The box in the heading of the list. */
const toggleAllRows = () => document.querySelector<HTMLElement>('main thead input[type="checkbox"]')?.click();

export function useBulk({ sort: _sort, ...filters }: Query<`/companies/${string}/invoices`>) {
  const { selection, selected, everything, selectEverything, clear } = useSelection(filters);
  const t = useText(bulkText);
  const inCompany = useCompanyPath();
  const { language, timeZone: zone } = usePreferences();
  const totals = useTotals(filters).data;
  const filter = useInZone(filters);
  const [open, setOpen] = useState<BulkDialogState>();
  const toolbarRef = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  // The button that opened the dialog is gone with the selection, so the keyboard focus moves here.
  useEffect(() => {
    if (wasOpen.current && open === undefined) toolbarRef.current?.focus({ preventScroll: true });
    wasOpen.current = open !== undefined;
  }, [open]);
  const ids = [...selected.keys()];
  const prepare = useMutation({
    mutationFn: (decision: BulkChoice) =>
      change('POST', inCompany('/bulk'), { decision, ...(everything ? { filter: filter as never } : { ids }) }),
  });
  const csv =
    everything || ids.length <= maxIdsInAddress
      ? addressOf(inCompany('/invoices'), {
          ...(everything ? filters : { ids: ids.join(',') }),
          format: 'csv',
          language,
          zone,
        })
      : undefined;
  const isSelected = everything || selected.size > 0;
  const { allowed: mayDecide, why } = useAllowed('decide');
  const [hint, sayHint] = useKeyHint();
  const start = (decision: BulkChoice) => {
    prepare.mutate(decision);
    setOpen({ decision });
  };
  const act = (decision: BulkChoice) => () => {
    if (!isSelected) notifications.show({ id: 'select-first', message: t.selectFirst, autoClose: 4_000 });
    else if (mayDecide) start(decision);
    else sayHint(why);
  };
  useKeys({ x: toggleFocusedRow, 'shift+x': toggleAllRows, a: act('approve'), r: act('reject'), q: act('ask') });
  const toolbar = (rows: InvoiceRow[]) => (
    <div ref={toolbarRef} tabIndex={-1} className={styles.place}>
      {open === undefined && (
        <Interrupted onContinue={(bulk) => setOpen({ decision: bulk.decision, interrupted: bulk })} />
      )}
      {isSelected && (
        <BulkBar
          selected={selected}
          everything={everything}
          totals={totals}
          csv={csv}
          allShown={selection(rows).all === 'all'}
          onEverything={selectEverything}
          onClear={clear}
          onDecide={start}
          hint={hint}
        />
      )}
      {open !== undefined && (
        <BulkDialog
          decision={open.decision}
          prepared={open.interrupted ?? prepare.data}
          error={prepare.error}
          onClose={(finished) => {
            setOpen(undefined);
            prepare.reset();
            if (finished) clear();
          }}
        />
      )}
    </div>
  );
  return { selection, toolbar };
}
