import { ScrollArea, Table } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { FindingCount } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Link } from '../../shared/page/link.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { common } from '../../text/common.ts';
import { overviewText } from './text.ts';
import { rulesText } from '../../text/rules.ts';
import { named, useText } from '../../text.ts';
import styles from './findings.module.css';
import { findingsByPartner } from './pivot.ts';

const route = getRouteApi('/inside/companies/$companyId/overview');

/** By partner and check, so that a partner whose system sends wrong data stands out. */
export function Findings({ findings, from }: { findings: FindingCount[]; from: string }) {
  const t = useText(overviewText);
  const c = useText(common);
  const { names } = useText(rulesText);
  const { codes, rows, max } = findingsByPartner(findings);
  if (rows.length === 0)
    return (
      <Panel title={t.findings}>
        <Empty title={t.noFindings} next={t.noFindingsNext} icon="check" />
      </Panel>
    );
  return (
    <Panel title={t.findings} padded={false}>
      <ScrollArea type="auto" px={6} pb={6} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t.findings }}>
        <Table fz="sm" w="auto" aria-label={t.findings} className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{c.partner}</Table.Th>
              {codes.map((code) => (
                <Table.Th key={code} ta="end">
                  {named(names, code)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ partner, counts }) => (
              <Table.Tr key={partner}>
                <Table.Th scope="row">{partner}</Table.Th>
                {codes.map((code) => (
                  <Count key={code} {...{ partner, code, from, max }} count={counts[code] ?? 0} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Panel>
  );
}

interface CountProps {
  partner: string;
  code: string;
  from: string;
  count: number;
  max: number;
}

function Count({ partner, code, from, count, max }: CountProps) {
  const format = useFormat();
  const { companyId } = route.useParams();
  const { names } = useText(rulesText);
  if (count === 0) return <Table.Td />;
  const share = Math.round((30 * count) / max);
  return (
    <Table.Td
      ta="end"
      style={{ background: `color-mix(in srgb, var(--mantine-color-orange-5) ${share}%, transparent)` }}
    >
      <Link
        to="/companies/$companyId/invoices"
        params={{ companyId }}
        search={{ partner, finding: code, from }}
        className={styles.count}
        underline="always"
        aria-label={`${partner}, ${named(names, code)}: ${format.number(count)}`}
      >
        {format.number(count)}
      </Link>
    </Table.Td>
  );
}
