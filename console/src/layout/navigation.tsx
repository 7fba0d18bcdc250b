import { ScrollArea } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { consolePath } from '../base-path.ts';
import { useAccessRights, useCompany } from '../company.ts';
import { Icon } from '../shared/page/icon.tsx';
import { sectionOf } from './guide.ts';
import { layout } from './text.ts';
import { useText } from '../text.ts';
import { accessPagesFor, workPages, type PageLink } from './pages.ts';
import styles from './shell.module.css';

export function Navigation() {
  const t = useText(layout);
  const access = accessPagesFor(useAccessRights());
  return (
    <ScrollArea>
      <Pages title={t.work} pages={workPages} />
      {access.length > 0 && <Pages title={t.access} pages={access} />}
      <Help />
    </ScrollArea>
  );
}

/** The section of the guide about this page. The guide is in English only. */
function Help() {
  const t = useText(layout);
  const section = sectionOf(useLocation().pathname);
  return (
    <a
      href={`${consolePath}/guide/operators${section === undefined ? '' : `#${section}`}`}
      target="_blank"
      rel="noopener"
      hrefLang="en"
      className={`${styles.link} ${styles.help}`}
    >
      <Icon name="question" />
      {t.help}
    </a>
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
