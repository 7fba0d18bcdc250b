import { useCallback, useRef, useState } from 'react';
import type { InvoiceRow } from '../../../api/types.ts';
import type { Selection } from '../../../shared/list/list-selection.tsx';
import { bulkText } from '../../../text/bulk.ts';
import { useText } from '../../../text.ts';

interface Chosen {
  /** The filters that it was chosen under. Under others nothing is chosen. */
  under: string;
  rows: ReadonlyMap<string, InvoiceRow>;
  /** Whether all that the filters find is meant, and not only what is on the screen. */
  everything: boolean;
}

const nothing: ReadonlyMap<string, InvoiceRow> = new Map();
const byId = (rows: readonly InvoiceRow[]) => new Map(rows.map((row) => [row.id, row]));

/** Which invoices of the list are chosen. It is forgotten when the filters change. */
export function useSelection(filters: object) {
  const t = useText(bulkText);
  const under = JSON.stringify(filters);
  const [kept, setChosen] = useState<Chosen>({ under, rows: nothing, everything: false });
  const { rows: chosen, everything } = kept.under === under ? kept : { rows: nothing, everything: false };
  const last = useRef<string>(undefined);
  const choose = useCallback(
    (rows: ReadonlyMap<string, InvoiceRow>, all = false) => setChosen({ under, rows, everything: all }),
    [under],
  );

  const selection = (rows: InvoiceRow[]): Selection<InvoiceRow> => {
    const before = everything ? byId(rows) : chosen;
    const here = rows.filter(({ id }) => before.has(id)).length;
    return {
      isSelected: ({ id }) => before.has(id),
      toggle: (row, range) => {
        const to = rows.indexOf(row);
        const begun = range ? rows.findIndex(({ id }) => id === last.current) : -1;
        const from = begun === -1 ? to : begun;
        const after = new Map(before);
        for (const one of rows.slice(Math.min(from, to), Math.max(from, to) + 1))
          if (before.has(row.id)) after.delete(one.id);
          else after.set(one.id, one);
        last.current = row.id;
        choose(after);
      },
      all: here === 0 ? 'none' : here === rows.length ? 'all' : 'some',
      toggleAll: () => choose(here === rows.length ? nothing : byId(rows)),
      label: (row) => t.select(row.supplierInvoiceNumber || row.externalReferenceId, row.supplierName),
      labelAll: t.selectAll,
    };
  };
  return {
    selection,
    chosen,
    everything,
    chooseEverything: () => choose(chosen, true),
    clear: useCallback(() => choose(nothing), [choose]),
  };
}
