import { Group, Kbd, Modal, Stack, Table, Title } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { common } from '../../text/common.ts';
import { keysText } from './keys-text.ts';
import { useText } from '../../text.ts';

type Group = keyof ReturnType<typeof useText<(typeof keysText)['en']>>['groups'];

/** Keys that are pressed together, and the name of the text that describes them. */
const groups: [Group, [keys: string[], does: keyof (typeof keysText)['en']['does']][]][] = [
  [
    'invoice',
    [
      [['A'], 'approve'],
      [['Shift', 'A'], 'approveWith'],
      [['R'], 'reject'],
      [['Q'], 'ask'],
      [['D'], 'rejectDuplicate'],
      [['N'], 'notDuplicate'],
      [['J'], 'next'],
      [['K'], 'previous'],
      [['Z'], 'undo'],
      [['Esc'], 'back'],
    ],
  ],
  [
    'list',
    [
      [['J'], 'down'],
      [['K'], 'up'],
      [['Enter'], 'open'],
      [['/'], 'search'],
    ],
  ],
  [
    'invoices',
    [
      [['X'], 'select'],
      [['Shift', 'X'], 'selectAll'],
      [['A'], 'approveSelected'],
      [['R'], 'rejectSelected'],
      [['Q'], 'askSelected'],
      [['Z'], 'undo'],
    ],
  ],
  [
    'workOrder',
    [
      [['A'], 'done'],
      [['Shift', 'A'], 'doneWith'],
      [['R'], 'cancel'],
      [['J'], 'nextOrder'],
      [['K'], 'previousOrder'],
      [['Z'], 'undo'],
      [['Esc'], 'back'],
    ],
  ],
  [
    'dialog',
    [
      [['Ctrl', 'Enter'], 'send'],
      [['Esc'], 'close'],
    ],
  ],
  [
    'everywhere',
    [
      [['Ctrl', 'K'], 'find'],
      [['?'], 'help'],
    ],
  ],
];

export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useText(keysText);
  const { close } = useText(common);
  // The dialog is unmounted when it closes, so it cannot return the focus itself.
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => before?.focus({ preventScroll: true }), [before]);
  return (
    <Modal opened onClose={onClose} title={t.title} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        {groups.map(([group, rows]) => (
          <section key={group} aria-label={t.groups[group]}>
            <Title order={3} size="sm" mb={4}>
              {t.groups[group]}
            </Title>
            <Table fz="sm" layout="fixed" verticalSpacing={5} aria-label={t.groups[group]}>
              <Table.Tbody>
                {rows.map(([keys, does]) => (
                  <Table.Tr key={does}>
                    <Table.Th scope="row" fw={400} w={140}>
                      <Group gap={4} wrap="nowrap">
                        {keys.map((key, at) => (
                          <Fragment key={key}>
                            {at > 0 && '+'}
                            <Kbd size="sm">{key}</Kbd>
                          </Fragment>
                        ))}
                      </Group>
                    </Table.Th>
                    <Table.Td>{t.does[does]}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
