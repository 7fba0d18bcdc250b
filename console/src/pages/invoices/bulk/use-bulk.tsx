import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Query } from '../../../api/addresses.ts';
import type { Bulk, InvoiceRow } from '../../../api/types.ts';
import { addressOf, change } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { usePreferences } from '../../../preferences.tsx';
import { useKeys } from '../../../shared/page/keys.ts';
import { useInZone } from '../../../shared/list/use-in-zone.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import styles from './bulk.module.css';
import { Interrupted } from './interrupted.tsx';
import { useSelection } from './use-selection.ts';
import { useTotals } from './use-totals.ts';

/** As many ids as an address takes. */
const mostInAddress = 200;

/** What is open: a decision about what is chosen, or one that was interrupted. */
type Open = { decision: Bulk['decision']; interrupted?: Bulk };

/** The row that has the focus is chosen, or not any more. */
const chooseFocused = () =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();

/** For the list of invoices: boxes to choose with, and above the rows what can be done with what is chosen. */
export function useBulk({ sort: _sort, ...filters }: Query<`/companies/${string}/invoices`>) {
  const { selection, chosen, everything, chooseEverything, clear } = useSelection(filters);
  const inCompany = useCompanyPath();
  const { language, timeZone: zone } = usePreferences();
  const totals = useTotals(filters);
  const filter = useInZone(filters);
  const [open, setOpen] = useState<Open>();
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  // The button that opened the dialog is gone with the selection; whoever works by keyboard goes on here.
  useEffect(() => {
    if (wasOpen.current && open === undefined) place.current?.focus({ preventScroll: true });
    wasOpen.current = open !== undefined;
  }, [open]);
  useKeys({ x: chooseFocused });
  const ids = [...chosen.keys()];
  const prepare = useMutation({
    mutationFn: (decision: Bulk['decision']) =>
      change('POST', inCompany('/bulk'), { decision, ...(everything ? { filter: filter as never } : { ids }) }),
  });
  const csv =
    everything || ids.length <= mostInAddress
      ? addressOf(inCompany('/invoices'), {
          ...(everything ? filters : { ids: ids.join(',') }),
          format: 'csv',
          language,
          zone,
        })
      : undefined;
  const isChosen = everything || chosen.size > 0;
  const toolbar = (rows: InvoiceRow[]) => (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {open === undefined && <Interrupted onGoOn={(bulk) => setOpen({ decision: bulk.decision, interrupted: bulk })} />}
      {isChosen && (
        <BulkBar
          chosen={chosen}
          everything={everything}
          totals={totals}
          csv={csv}
          allShown={selection(rows).all === 'all'}
          onEverything={chooseEverything}
          onClear={clear}
          onDecide={(decision) => {
            prepare.mutate(decision);
            setOpen({ decision });
          }}
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
