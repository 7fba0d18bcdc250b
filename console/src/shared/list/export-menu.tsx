import { Button, Menu } from '@mantine/core';
import type { Address, Query } from '../../api/addresses.ts';
import { addressOf } from '../../api.ts';
import { usePreferences } from '../../preferences.tsx';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { Icon } from '../page/icon.tsx';
import { useInZone } from './use-in-zone.ts';

export interface ExportOptions {
  jsonLines?: boolean;
  /** Whether the lines of all rows can be downloaded as a file. */
  lines?: boolean;
}

interface Props<A extends Address> extends ExportOptions {
  path: A;
  query?: Query<A>;
}

const look = { variant: 'default', size: 'xs', leftSection: <Icon name="download" size={14} /> } as const;

/** The service names the files. */
export function ExportMenu<A extends Address>({ path, query, jsonLines, lines }: Props<A>) {
  const t = useText(common);
  const { language, timeZone: zone } = usePreferences();
  const inZone = useInZone<object>(query ?? {});
  // In the language of the reader's spreadsheet.
  const csv = { ...query, format: 'csv', language, zone };
  const files: [words: string, address: string][] = [
    [t.exportCsv, addressOf(path, csv)],
    ...(lines ? [[t.exportLines, addressOf(path, { ...csv, of: 'lines' })] as [string, string]] : []),
    ...(jsonLines
      ? [[t.exportJsonLines, addressOf(path, { ...inZone, format: 'jsonl', language })] as [string, string]]
      : []),
  ];
  if (files.length === 1)
    return (
      <Button {...look} component="a" href={files[0]?.[1]} download>
        {t.exportCsv}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...look} rightSection={<Icon name="down" size={13} />}>
          {t.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(([words, address]) => (
          <Menu.Item key={words} component="a" href={address} download>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
