import { useCallback, useRef, useState } from 'react';
import type { InvoiceRow } from '../../../api/types.ts';
import type { Selection } from '../../../shared/list/list-selection.tsx';
import { bulkText } from './text.ts';
import { useText } from '../../../text.ts';

interface SelectionState {
  /** Filters under which the rows were selected; under other filters nothing is selected. */
  filterKey: string;
  rows: ReadonlyMap<string, InvoiceRow>;
  /** Whether all invoices that match the filters are selected, not only the loaded rows. */
  everything: boolean;
}

const nothing: ReadonlyMap<string, InvoiceRow> = new Map();
const byId = (rows: readonly InvoiceRow[]) => new Map(rows.map((row) => [row.id, row]));

/** A change of the filters clears the selection. */
export function useSelection(filters: object) {
  const t = useText(bulkText);
  const filterKey = JSON.stringify(filters);
  const [state, setState] = useState<SelectionState>({ filterKey, rows: nothing, everything: false });
  const { rows: selected, everything } = state.filterKey === filterKey ? state : { rows: nothing, everything: false };
  const last = useRef<string>(undefined);
  const select = useCallback(
    (rows: ReadonlyMap<string, InvoiceRow>, all = false) => setState({ filterKey, rows, everything: all }),
    [filterKey],
  );

  const selection = (rows: InvoiceRow[]): Selection<InvoiceRow> => {
    const current = everything ? byId(rows) : selected;
    const here = rows.filter(({ id }) => current.has(id)).length;
    return {
      isSelected: ({ id }) => current.has(id),
      toggle: (row, range) => {
        const to = rows.indexOf(row);
        const begun = range ? rows.findIndex(({ id }) => id === last.current) : -1;
        const from = begun === -1 ? to : begun;
        const after = new Map(current);
        for (const one of rows.slice(Math.min(from, to), Math.max(from, to) + 1))
          if (current.has(row.id)) after.delete(one.id);
          else after.set(one.id, one);
        last.current = row.id;
        select(after);
      },
      all: here === 0 ? 'none' : here === rows.length ? 'all' : 'some',
      toggleAll: () => select(here === rows.length ? nothing : byId(rows)),
      label: (row) => t.select(row.supplierInvoiceNumber || row.externalReferenceId, row.supplierName),
      labelAll: t.selectAll,
    };
  };
  return {
    selection,
    selected,
    everything,
    selectEverything: () => select(selected, true),
    clear: useCallback(() => select(nothing), [select]),
  };
}
