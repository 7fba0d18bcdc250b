import { ScrollArea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAllowed, useCompany } from '../company.ts';
import { Icon } from '../shared/page/icon.tsx';
import { layout } from './text.ts';
import { useText } from '../text.ts';
import { accessPages, workPages, type PageLink } from './pages.ts';
import styles from './shell.module.css';

export function Navigation() {
  const t = useText(layout);
  const administer = useAllowed('administer');
  return (
    <ScrollArea>
      <Pages title={t.work} pages={workPages} />
      {administer.allowed && <Pages title={t.access} pages={accessPages} />}
    </ScrollArea>
  );
}

function Pages({ title, pages }: { title: string; pages: readonly PageLink[] }) {
  const t = useText(layout);
  const company = useCompany();
  return (
    <>
      <div className={styles.group}>{title}</div>
      <ul className={styles.links}>
        {pages
          .filter(({ to }) => company !== undefined || !to.includes('$companyId'))
          .map(({ to, name }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ companyId: company?.id ?? '' }}
                search={{}}
                className={styles.link}
                activeProps={{ 'aria-current': 'page' }}
                activeOptions={{ includeSearch: false }}
              >
                <Icon name={name} />
                {t.pages[name]}
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}
