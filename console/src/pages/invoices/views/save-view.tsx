import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { View } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { FormModal } from '../../../shared/form/form-modal.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { common } from '../../../text/common.ts';
import { useText } from '../../../text.ts';
import { viewsText } from '../../../text/views.ts';

interface Props {
  path: `/companies/${string}/views`;
  query: Record<string, string>;
  /** The view that gets another name; a new one is saved where there is none. */
  renamed: View | undefined;
  onClose: () => void;
}

/** Asks for a view's name. */
export function SaveView({ path, query, renamed, onClose }: Props) {
  const t = useText(viewsText);
  const c = useText(common);
  const [name, setName] = useState(renamed?.name ?? '');
  const [shared, setShared] = useState(false);
  const [missing, setMissing] = useState(false);
  const save = useChange(
    () =>
      renamed === undefined
        ? change('POST', path, { list: 'invoices', name: name.trim(), query, shared })
        : change('PATCH', `${path}/${renamed.id}`, { name: name.trim() }),
    { message: t.saved, done: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setMissing(true);
    else save.mutate(undefined);
  };
  return (
    <FormModal opened onClose={onClose} title={renamed === undefined ? t.saveTitle : t.rename(renamed.name)}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {renamed === undefined && <Text size="sm">{t.saveAbout}</Text>}
          <TextInput
            label={t.name}
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={missing && name.trim() === '' ? c.required : undefined}
          />
          {renamed === undefined && (
            <Checkbox label={t.shared} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
          )}
          {save.error !== null && <Failure error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {c.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
