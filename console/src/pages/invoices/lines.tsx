import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { beginningOf, usedLengthsOfLine } from '../../../../common/used-lengths.ts';
import type { Invoice } from '../../api/types.ts';
import { digitsOf, isNum, oneLine } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { shortened } from '../../shared/record/amount.tsx';
import { Value } from '../../shared/record/value.tsx';
import { invoicesText } from './text.ts';
import { useText } from '../../text.ts';
import { Findable } from './files/find/findable.tsx';
import { FindingMark } from './findings/findings-at.tsx';
import styles from './findings/findings.module.css';
import { lineOf, openOf, targetOf, type Finding } from './findings/places.ts';
import { articlesOf, lineFields } from './known-fields.ts';
import own from './lines.module.css';

const money = new Set<string>(['price', 'totalPrice', 'discountValue']);
const texts = new Set<string>(['articleNumber', 'articleDescription', 'unit']);
/** A short number stays on one line; it would break at a hyphen. */
const wraps = (field: string, value: unknown): boolean =>
  field === 'articleDescription' || (typeof value === 'string' && value.length > 16);

/** Need no label on a narrow screen. */
const apart = new Set<string>(['articleDescription', 'totalPrice']);

/** Lines of the invoice. Columns that no line fills are left out; the findings about a line are marked in it. */
export function Lines({ invoice: { document, findings } }: { invoice: Invoice }) {
  const articles = articlesOf(document);
  const found = findingsByLine(findings);
  const t = useText(invoicesText);
  const format = useFormat();
  // The unit is shown with the quantity, unless some line has a unit without a quantity.
  const unitApart = articles.some(({ quantity, unit }) => isEmpty(quantity) && !isEmpty(unit));
  const columns = lineFields.filter(
    (field) => (field !== 'unit' || unitApart) && articles.some((article) => !isEmpty(article[field])),
  );
  if (articles.length === 0)
    return (
      <Text c="dimmed" px="md" pb="md">
        {t.noLines}
      </Text>
    );
  const show = (field: string, value: unknown): ReactNode => {
    if (isEmpty(value)) return '';
    if (isNum(value)) return shortened(value, money.has(field) ? format.amount : format.number);
    return beginningOf(usedLengthsOfLine, field, oneLine(value));
  };
  return (
    <div className={own.lines}>
      <Table fz="sm" horizontalSpacing={10} verticalSpacing={5} aria-label={t.lines} className={own.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((field) => (
              <Table.Th key={field} data-text={texts.has(field) || undefined}>
                {t.lineFields[field]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {articles.map((article, at) => (
            <Table.Tr
              key={at}
              {...(found.has(at) && { id: targetOf(`articles[${at}]`), tabIndex: -1 })}
              className={styles.line}
            >
              {columns.map((field) => {
                const here = found.get(at)?.filter(({ path = '' }) => columnOf(columns, path) === field) ?? [];
                return (
                  <Table.Td
                    key={field}
                    data-field={field}
                    data-text={texts.has(field) || undefined}
                    data-wraps={wraps(field, article[field]) || undefined}
                    data-label={apart.has(field) ? undefined : t.lineFields[field]}
                    data-marked={here.length > 0 || undefined}
                    className={here.length > 0 ? styles.marked : ''}
                  >
                    {here.map((finding) => (
                      <FindingMark key={finding.place} finding={finding} isSmall />
                    ))}
                    <LineValue field={field} value={article[field]} at={at}>
                      {show(field, article[field])}
                    </LineValue>
                    {field === 'quantity' && !unitApart && !isEmpty(article.unit) && <> {show('unit', article.unit)}</>}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Fields that can be found in the file. Only the first lines, because all values are searched for at once. */
const findableFields = new Set<string>(['articleNumber', 'articleDescription', 'quantity', 'price', 'totalPrice']);
const maxFindableLines = 60;

function LineValue({ field, value, at, children }: { field: string; value: unknown; at: number; children: ReactNode }) {
  if (children === '' || !findableFields.has(field) || at >= maxFindableLines)
    return children === '' ? '' : <Value>{children}</Value>;
  return (
    <Findable
      kind={isNum(value) ? 'amount' : 'text'}
      value={isNum(value) ? digitsOf(value) : typeof children === 'string' ? children : oneLine(value)}
      before={!texts.has(field)}
    >
      {children}
    </Findable>
  );
}

function findingsByLine(findings: readonly Finding[]): Map<number, Finding[]> {
  const found = new Map<number, Finding[]>();
  for (const finding of openOf(findings)) {
    const line = lineOf(finding.path ?? '');
    if (line !== undefined) found.set(line.at, [...(found.get(line.at) ?? []), finding]);
  }
  return found;
}

/** A field without a column is marked in the last one. */
const columnOf = (columns: readonly string[], path: string): string | undefined =>
  columns.find((column) => column === lineOf(path)?.field) ?? columns.at(-1);

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** Beside the heading of the lines. */
export function LineCount({ invoice: { document } }: { invoice: Invoice }) {
  const t = useText(invoicesText);
  const format = useFormat();
  const { length } = articlesOf(document);
  if (length < 2) return null;
  return (
    <Text size="sm" c="dimmed">
      {t.lineCount(format.number(length))}
    </Text>
  );
}
