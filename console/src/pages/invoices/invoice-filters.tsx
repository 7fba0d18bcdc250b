import type { Search } from '../../search.ts';
import { DayFilter } from '../../shared/day-filter.tsx';
import { Filters, SelectFilter, TextFilter } from '../../shared/filters.tsx';
import { isFiltered } from '../../shared/use-filters.ts';
import { common } from '../../text/common.ts';
import { invoicesText } from '../../text/invoices.ts';
import { named, useText } from '../../text.ts';

type Key =
  | 'state'
  | 'supplier'
  | 'partner'
  | 'project'
  | 'from'
  | 'to'
  | 'datedFrom'
  | 'datedTo'
  | 'least'
  | 'most'
  | 'q';

const states = ['received', 'held', 'approved', 'rejected'];

interface Props {
  search: Search<Key>;
  onChange: (change: Search<Key>) => void;
  onClear: () => void;
}

export function InvoiceFilters({ search, onChange, onClear }: Props) {
  const t = useText(invoicesText);
  const c = useText(common);
  const on = (key: Key) => (value: string | undefined) => onChange({ [key]: value });
  return (
    <Filters active={isFiltered(search)} onClear={onClear}>
      <TextFilter
        search
        least={2}
        label={t.text}
        placeholder={t.textHint}
        width={300}
        value={search.q}
        onChange={on('q')}
      />
      <SelectFilter
        label={c.state}
        value={search.state}
        onChange={on('state')}
        options={states.map((state) => [state, named(c.states, state)])}
      />
      <TextFilter label={c.supplier} width={110} value={search.supplier} onChange={on('supplier')} />
      <TextFilter label={c.partner} width={120} value={search.partner} onChange={on('partner')} />
      <TextFilter label={c.project} width={130} value={search.project} onChange={on('project')} />
      <DayFilter label={t.arrivedFrom} value={search.from} onChange={on('from')} />
      <DayFilter label={t.arrivedTo} value={search.to} onChange={on('to')} />
      <DayFilter label={t.datedFrom} value={search.datedFrom} onChange={on('datedFrom')} />
      <DayFilter label={t.datedTo} value={search.datedTo} onChange={on('datedTo')} />
      <TextFilter
        label={t.least}
        width={110}
        inputMode="decimal"
        value={search.least}
        onChange={(value) => onChange({ least: asAmount(value) })}
      />
      <TextFilter
        label={t.most}
        width={110}
        inputMode="decimal"
        value={search.most}
        onChange={(value) => onChange({ most: asAmount(value) })}
      />
    </Filters>
  );
}

/** As the API writes it, whichever way the reader does: 1 250,50 is 1250.50. */
const asAmount = (typed: string | undefined) => typed?.replaceAll(/[\s\u00A0\u202F]/g, '').replace(',', '.');
