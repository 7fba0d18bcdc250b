import { Checkbox, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { View } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { Form } from '../../../shared/form/form.tsx';
import { FormModal } from '../../../shared/form/form-modal.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { common } from '../../../text/common.ts';
import { useText } from '../../../text.ts';
import { viewsText } from './text.ts';

interface Props {
  path: `/companies/${string}/views`;
  query: Record<string, string>;
  /** Undefined to save a new view. */
  renamed: View | undefined;
  onClose: () => void;
}

export function SaveView(props: Props) {
  const t = useText(viewsText);
  const title = props.renamed === undefined ? t.saveTitle : t.rename(props.renamed.name);
  return (
    <FormModal opened onClose={props.onClose} title={title}>
      <ViewForm {...props} />
    </FormModal>
  );
}

function ViewForm({ path, query, renamed, onClose }: Props) {
  const t = useText(viewsText);
  const c = useText(common);
  const form = useForm({
    initialValues: { name: renamed?.name ?? '', shared: false },
    validate: { name: (name) => name.trim() === '' && c.required },
  });
  const save = useChange(
    ({ name, shared }: typeof form.values) =>
      renamed === undefined
        ? change('POST', path, { list: 'invoices', name: name.trim(), query, shared })
        : change('PATCH', `${path}/${renamed.id}`, { name: name.trim() }),
    { message: t.saved, done: onClose },
  );
  return (
    <Form form={form} change={save} submit={c.save} onCancel={onClose} edits={renamed !== undefined}>
      {renamed === undefined && <Text size="sm">{t.saveAbout}</Text>}
      <TextInput label={t.name} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
      {renamed === undefined && <Checkbox label={t.shared} {...form.getInputProps('shared', { type: 'checkbox' })} />}
    </Form>
  );
}
