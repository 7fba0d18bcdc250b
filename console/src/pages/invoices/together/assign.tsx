import { Button, Combobox, Group, Text, useCombobox } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { useAllowed } from '../../../company.ts';
import { useSession } from '../../../session.ts';
import { ActionButton } from '../../../shared/page/action-button.tsx';
import { Failure } from '../../../shared/page/failure.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { togetherText } from './text.ts';
import { useText } from '../../../text.ts';
import { notesId } from './notes.tsx';
import { PersonOption, usePeople } from './people.tsx';

export function Assign({ invoice: { assignedTo, notes }, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(togetherText);
  const me = useSession();
  const mayEdit = useAllowed('edit');
  const client = useQueryClient();
  const assign = useChange((operatorId: string | null) => change('PUT', `${path}/assignment`, { operatorId }), {
    done: (answer) => {
      client.setQueryData(['record', path], answer);
      const now = answer.assignedTo;
      const message = now === null ? t.nowWithNobody : now.id === me.id ? t.nowWithMe : t.nowWith(now.name);
      notifications.show({ message, color: 'teal' });
    },
  });
  const isMine = assignedTo?.id === me.id;
  return (
    <div>
      <Group gap="xs" role="group" aria-label={t.assign}>
        {/* On a phone the buttons have a line of their own. */}
        <Group gap="xs" wrap="nowrap" w={{ base: '100%', xs: 'auto' }}>
          <Icon name="account" size={16} />
          <Text size="sm" {...(isMine && { fw: 650 })}>
            {assignedTo === null ? t.unassigned : isMine ? t.assignedToMe : t.assignedTo(assignedTo.name)}
          </Text>
        </Group>
        {!isMine && (
          <ActionButton
            action={mayEdit}
            size="compact-sm"
            variant="default"
            loading={assign.isPending}
            onClick={() => assign.mutate(me.id)}
          >
            {t.assignToMe}
          </ActionButton>
        )}
        {mayEdit.allowed && (
          <ChoosePerson canClear={assignedTo !== null} busy={assign.isPending} onChoose={assign.mutate} />
        )}
        {notes.length > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => document.getElementById(notesId)?.scrollIntoView()}>
            {t.notesCount(notes.length)}
          </Button>
        )}
      </Group>
      {assign.error !== null && <Failure error={assign.error} />}
    </div>
  );
}

const nobody = 'nobody';

function ChoosePerson(props: { canClear: boolean; busy: boolean; onChoose: (operatorId: string | null) => void }) {
  const { canClear, busy, onChoose } = props;
  const t = useText(togetherText);
  const [q, setQ] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setQ('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const people = usePeople(q, combobox.dropdownOpened) ?? [];
  const choose = (value: string) => {
    combobox.closeDropdown();
    onChoose(value === nobody ? null : value);
  };
  return (
    <Combobox store={combobox} width={280} position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target targetType="button">
        <Button size="compact-sm" variant="subtle" loading={busy} onClick={() => combobox.toggleDropdown()}>
          {t.assign} …
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={t.findColleague}
          placeholder={t.findColleague}
          value={q}
          maxLength={100}
          onChange={(event) => {
            setQ(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options aria-label={t.people} mah={260} style={{ overflowY: 'auto' }}>
          {canClear && q === '' && <Combobox.Option value={nobody}>{t.nobody}</Combobox.Option>}
          {people.map((person) => (
            <PersonOption key={person.value} {...person} />
          ))}
          {people.length === 0 && <Combobox.Empty>{t.nobodyFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
