import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ImportPreview as Preview } from '../../api/types.ts';
import type { Import } from '../../../../common/imports/imports.ts';
import { usePreferences } from '../../preferences.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { importsText } from './text.ts';

type PlannedRecord = Preview['records'][number];

/** The service lists at most this many of each kind. */
const maxListed = 200;

const kinds = ['waiting', 'changed', 'new'] as const;
const kindOf = ({ isNew, changes }: PlannedRecord): (typeof kinds)[number] =>
  changes.some(({ waits }) => waits) ? 'waiting' : isNew ? 'new' : 'changed';

interface Props {
  declaration: Import;
  preview: Preview;
  isImporting: boolean;
  onImport: () => void;
  onCancel: () => void;
}

export function ImportPreview({ declaration, preview, isImporting, onImport, onCancel }: Props) {
  const t = useText(importsText);
  const c = useText(common);
  const start = useRef<HTMLDivElement>(null);
  // Not the button: a second press of Enter must not import what nobody has read.
  useEffect(() => start.current?.focus(), []);
  const { created, updated, unchanged, proposed, records } = preview;
  const isEmpty = created + updated + proposed === 0;
  return (
    <Panel title={t.preview}>
      <Stack ref={start} tabIndex={-1} style={{ outline: 'none' }}>
        <Text size="sm" role="status">
          {isEmpty ? t.nothingNew(unchanged) : t.wouldDo(created, updated, unchanged)}{' '}
          {proposed > 0 && t.wouldWait(proposed)}
        </Text>
        {kinds.map((kind) => (
          <Records
            key={kind}
            title={t.kinds[kind]}
            records={records.filter((record) => kindOf(record) === kind)}
            declaration={declaration}
          />
        ))}
        <Group gap="sm">
          {!isEmpty && (
            <Button loading={isImporting} onClick={onImport}>
              {t.importThese(created, updated, proposed)}
            </Button>
          )}
          <Button variant="default" onClick={onCancel}>
            {c.cancel}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function Records({ title, records, declaration }: { title: string; records: PlannedRecord[]; declaration: Import }) {
  const t = useText(importsText);
  if (records.length === 0) return null;
  return (
    <details open={records.length <= 20}>
      <summary style={{ cursor: 'pointer', fontWeight: 600 }}>
        {records.length === maxListed ? t.firstOf(title, maxListed) : `${title}: ${records.length}`}
      </summary>
      <ListTable
        framed={false}
        label={title}
        rows={records}
        rowKey={({ number }) => number}
        columns={[
          { header: t.number, tight: true, cell: ({ number }) => number },
          {
            header: t.name,
            cell: ({ name, isNew, changes }) => (
              <>
                {name} {isNew && changes.some(({ waits }) => waits) && <Remark>{t.isNew}</Remark>}
              </>
            ),
          },
          { header: t.changes, cell: (record) => <Changes record={record} declaration={declaration} /> },
        ]}
      />
    </details>
  );
}

function Changes({ record: { isNew, changes }, declaration }: { record: PlannedRecord; declaration: Import }) {
  const t = useText(importsText);
  const { language } = usePreferences();
  return (
    <Stack gap={2}>
      {changes
        .filter(({ field }) => !(isNew && field === 'name'))
        .map(({ field, from, to, waits }) => (
          <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {declaration.fields[field]?.[language] ?? field}:{' '}
            {isNew ? (
              to
            ) : (
              <>
                {from === '' ? '–' : from} → <strong>{to === '' ? '–' : to}</strong>
              </>
            )}{' '}
            {waits && <Remark>{t.waits}</Remark>}
          </Text>
        ))}
    </Stack>
  );
}

const Remark = ({ children }: { children: string }) => (
  <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
    ({children.toLowerCase()})
  </Text>
);
