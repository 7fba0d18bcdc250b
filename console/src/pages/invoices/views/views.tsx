import { useQuery } from '@tanstack/react-query';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { read } from '../../../api.ts';
import { useAllowed, useCompanyPath } from '../../../company.ts';
import { searchKey } from '../../../search.ts';
import { Link } from '../../../shared/page/link.tsx';
import { useText } from '../../../text.ts';
import { viewsText } from './text.ts';
import { usualViews, type Query } from './usual-views.ts';
import { ViewsMenu } from './views-menu.tsx';
import styles from './views.module.css';

export function Views({ search }: { search: Query }) {
  const t = useText(viewsText);
  const path = useCompanyPath()('/views');
  const mayEdit = useAllowed('edit').allowed;
  const { data } = useQuery({
    queryKey: ['views', path],
    queryFn: ({ signal }) => read(path, { query: { list: 'invoices' }, signal }),
  });
  const views = data?.views ?? [];
  const key = searchKey(search);
  const isUsual = usualViews.some(([, query]) => searchKey(query) === key);
  const active = views.find(({ query }) => searchKey(query as Query) === key);
  // Remembered while its filters are changed, so that the view can be replaced.
  const [latest, setLatest] = useState<string>();
  if (active !== undefined && active.id !== latest) setLatest(active.id);
  if (isUsual && active === undefined && latest !== undefined) setLatest(undefined);
  const current = active ?? views.find(({ id }) => id === latest);
  return (
    <div className={styles.row}>
      <nav className={styles.views} aria-label={t.views}>
        {usualViews.map(([name, query]) => (
          <ViewLink key={name} query={query}>
            {t.usual[name]}
          </ViewLink>
        ))}
        {views.length > 0 && <span className={styles.apart} />}
        {views.map((view) => (
          <ViewLink key={view.id} query={view.query as Query} title={view.own ? undefined : t.sharedBy(view.by)}>
            {view.name}
            {view.id === current?.id && view.id !== active?.id && ` (${t.changed})`}
          </ViewLink>
        ))}
      </nav>
      {mayEdit && (
        <div className={styles.tools}>
          <ViewsMenu search={search} current={current} isChanged={active === undefined} />
        </div>
      )}
    </div>
  );
}

interface LinkProps {
  query: Query;
  title?: string | undefined;
  children: ReactNode;
}

/** The router marks the link whose filters are exactly those in the address. */
const ViewLink = ({ query, title, children }: LinkProps) => (
  <Link
    to="."
    search={query as never}
    replace
    resetScroll={false}
    className={styles.view}
    underline="never"
    activeOptions={{ exact: true }}
    title={title}
    onClick={focusList}
  >
    {children}
  </Link>
);

/** After a click with the mouse Enter opens the first row; a reader who uses the keyboard stays among the views. */
function focusList({ detail }: MouseEvent): void {
  if (detail > 0) document.getElementById('main')?.focus({ preventScroll: true });
}
