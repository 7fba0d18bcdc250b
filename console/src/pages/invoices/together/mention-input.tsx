import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { togetherText } from './text.ts';
import { useText } from '../../../text.ts';
import { mentionAt, type Person } from './mentions.ts';
import { PersonOption, usePeople } from './people.tsx';

interface Props {
  text: string;
  chosen: readonly Person[];
  onChange: (text: string, chosen: readonly Person[]) => void;
  onSubmit: () => void;
}

export function MentionInput({ text, chosen, onChange, onSubmit }: Props) {
  const t = useText(togetherText);
  const combobox = useCombobox();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  /** Position of the @ whose list the reader closed. */
  const [closedAt, setClosedAt] = useState<number>();
  /** Caret position to set once the text is rendered. */
  const nextCaret = useRef<number>(undefined);
  const typed = mentionAt(text, caret, chosen);
  const people = usePeople(typed?.q ?? '', typed !== undefined);
  const offers = typed === undefined || typed.from === closedAt ? [] : (people ?? []);
  const isOffering = offers.length > 0;

  // Enter takes the first offer, so it is selected whenever it changes.
  const [first] = offers;
  useEffect(() => {
    if (first !== undefined) combobox.selectFirstOption();
  }, [first?.value]);
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return;
    area.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = undefined;
  }, [text]);

  const choose = (id: string) => {
    const person = offers.find(({ value }) => value === id);
    if (person === undefined || typed === undefined) return;
    const before = `${text.slice(0, typed.from)}@${person.label} `;
    nextCaret.current = before.length;
    setCaret(before.length);
    onChange(before + text.slice(caret).trimStart(), [
      ...chosen.filter((one) => one.id !== id),
      { id, name: person.label },
    ]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit();
    } else if (event.key === 'Escape' && isOffering) {
      event.stopPropagation();
      setClosedAt(typed?.from);
    }
  };
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOffering }}
      onOptionSubmit={choose}
      position="bottom-start"
      width="target"
    >
      <Combobox.DropdownTarget>
        <Combobox.EventsTarget withKeyboardNavigation={isOffering} withAriaAttributes={isOffering}>
          <Textarea
            ref={area}
            label={t.note}
            description={t.noteHint}
            autosize
            minRows={2}
            maxRows={12}
            maxLength={2000}
            value={text}
            onChange={({ currentTarget }) => {
              setCaret(currentTarget.selectionStart);
              onChange(currentTarget.value, chosen);
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
          />
        </Combobox.EventsTarget>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t.people} mah={240} style={{ overflowY: 'auto' }}>
          {offers.map((person) => (
            <PersonOption key={person.value} {...person} />
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
