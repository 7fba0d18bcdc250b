import { useAllowed } from '../../company.ts';
import { ActionButton } from '../page/action-button.tsx';
import { Icon } from '../page/icon.tsx';

interface Props {
  words: { import: string; create: string };
  onImport: () => void;
  onNew: () => void;
}

export function ImportOrNew({ words, onImport, onNew }: Props) {
  const mayEdit = useAllowed('edit');
  return (
    <>
      <ActionButton action={mayEdit} variant="default" onClick={onImport}>
        {words.import}
      </ActionButton>
      <ActionButton action={mayEdit} leftSection={<Icon name="plus" size={15} />} onClick={onNew}>
        {words.create}
      </ActionButton>
    </>
  );
}
