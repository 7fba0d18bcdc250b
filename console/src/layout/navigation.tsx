import { ScrollArea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAllowed, useCompany } from '../company.ts';
import { Icon } from '../shared/page/icon.tsx';
import { layout } from './text.ts';
import { useText } from '../text.ts';
import { access, work } from './pages.ts';
import styles from './shell.module.css';

export function Navigation() {
  const t = useText(layout);
  const administer = useAllowed('administer');
  return (
    <ScrollArea>
      <Places title={t.work} places={work} />
      {administer.allowed && <Places title={t.access} places={access} />}
    </ScrollArea>
  );
}

function Places({ title, places }: { title: string; places: typeof work }) {
  const t = useText(layout);
  const company = useCompany();
  return (
    <>
      <div className={styles.group}>{title}</div>
      <ul className={styles.links}>
        {places
          .filter(({ to }) => company !== undefined || !to.includes('$companyId'))
          .map(({ to, name, icon }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ companyId: company?.id ?? '' }}
                search={{}}
                className={styles.link}
                activeProps={{ 'aria-current': 'page' }}
                activeOptions={{ includeSearch: false }}
              >
                <Icon name={icon} />
                {t.pages[name]}
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}
