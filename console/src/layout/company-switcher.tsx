import { NativeSelect, Text } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCompany } from '../company.ts';
import { useSession } from '../session.ts';
import styles from './shell.module.css';
import { layout } from './text.ts';
import { useText } from '../text.ts';

/** Leads to the same list of another company; from a record's page to the list of such records. */
export function CompanySwitcher() {
  const t = useText(layout);
  const { companies } = useSession();
  const company = useCompany();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (companies.length < 2)
    return (
      <Text size="sm" c="dimmed" truncate visibleFrom="xs" className={styles.company} title={company?.name}>
        {company?.name}
      </Text>
    );
  const section = /^\/companies\/[^/]+\/([^/]+)/.exec(pathname)?.[1] ?? 'overview';
  return (
    <NativeSelect
      aria-label={t.company}
      className={styles.company}
      title={company?.name}
      value={company?.id ?? ''}
      data={companies.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => void navigate({ to: `/companies/${event.currentTarget.value}/${section}` })}
    />
  );
}
