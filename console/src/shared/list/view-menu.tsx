import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { usePreferences, type Preferences } from '../../preferences.tsx';
import { listsText } from '../../text/lists.ts';
import { useText } from '../../text.ts';
import { Icon } from '../page/icon.tsx';
import { phoneWidth, type Column } from './list-column.ts';

const densities: Preferences['density'][] = ['compact', 'comfortable'];

interface Props<Row> {
  /** Name under which the choice of columns is saved; without it there is no choice. */
  name: string | undefined;
  columns: Column<Row>[];
  shown: Column<Row>[];
}

export function ViewMenu<Row>(props: Props<Row>) {
  const t = useText(listsText);
  const { density, set } = usePreferences();
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" rightSection={<Icon name="down" size={13} />}>
          {t.view}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.view}>
        <Stack gap="xs">
          <Text size="xs" fw={600} c="dimmed" id="density">
            {t.rows}
          </Text>
          <Button.Group aria-labelledby="density">
            {densities.map((one) => (
              <Button
                key={one}
                size="xs"
                variant={one === density ? 'light' : 'default'}
                aria-pressed={one === density}
                onClick={() => set({ density: one })}
              >
                {t[one]}
              </Button>
            ))}
          </Button.Group>
          {props.name !== undefined && <Columns {...props} name={props.name} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * Offers all columns but the first, which links to the record and always stays. Shown columns come first, in their
 * order.
 */
function Columns<Row>({ name, columns, shown }: Props<Row> & { name: string }) {
  const t = useText(listsText);
  const { columns: kept, set } = usePreferences();
  const ids = shown.slice(1).flatMap(({ id }) => id ?? []);
  const others = columns.slice(1).filter(({ id }) => id !== undefined && !ids.includes(id));
  const choose = (chosen: string[]) => set({ columns: { ...kept, [name]: chosen } });
  const swap = (at: number) =>
    choose(ids.map((id, index) => (index === at ? ids[at + 1] : index === at + 1 ? ids[at] : id) ?? id));
  const usual = () => {
    const { [name]: _chosen, ...rest } = kept;
    set({ columns: rest });
  };
  return (
    <>
      <Text size="xs" fw={600} c="dimmed" mt={4}>
        {t.columns}
      </Text>
      {[...shown.slice(1), ...others].map(({ id = '', header }, at) => (
        <Group key={id} gap={4} justify="space-between" wrap="nowrap">
          <Checkbox
            size="xs"
            label={header}
            checked={at < ids.length}
            onChange={() => choose(at < ids.length ? ids.filter((one) => one !== id) : [...ids, id])}
          />
          {at < ids.length && (
            <Group gap={2} wrap="nowrap">
              <Move icon="up" label={t.earlier(header)} disabled={at === 0} onClick={() => swap(at - 1)} />
              <Move icon="down" label={t.later(header)} disabled={at === ids.length - 1} onClick={() => swap(at)} />
            </Group>
          )}
        </Group>
      ))}
      {kept[name] !== undefined && (
        <Button size="compact-xs" variant="subtle" onClick={usual}>
          {t.usualColumns}
        </Button>
      )}
    </>
  );
}

interface MoveProps {
  icon: 'up' | 'down';
  label: string;
  disabled: boolean;
  onClick: () => void;
}

const Move = ({ icon, label, disabled, onClick }: MoveProps) => (
  <ActionIcon size="xs" variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={onClick}>
    <Icon name={icon} size={12} />
  </ActionIcon>
);

/** Returns the columns that the reader chose, or by default those that fit the window. */
export function useColumnsShown<Row>(name: string | undefined, columns: Column<Row>[]): Column<Row>[] {
  const { columns: chosen } = usePreferences();
  const width = useSyncExternalStore(onResize, windowWidth, windowWidth);
  const ids = name === undefined ? undefined : chosen[name];
  if (width <= phoneWidth && columns.some(({ card }) => card !== undefined))
    return columns.filter(({ card }) => card !== undefined);
  if (ids === undefined) return columns.filter(({ from = 0 }) => width >= from);
  return [
    ...columns.slice(0, 1),
    ...ids
      .flatMap((id) => columns.slice(1).filter((column) => column.id === id))
      .map((one) => ({ ...one, added: one.from !== undefined && one.from > width })),
  ];
}

const windowWidth = () => window.innerWidth;

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
