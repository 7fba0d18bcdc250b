import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { View } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { ConfirmModal } from '../../../shared/form/confirm-modal.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { useText } from '../../../text.ts';
import { viewsText } from './text.ts';
import { SaveView } from './save-view.tsx';
import type { Query } from './usual-views.ts';

interface Props {
  search: Query;
  /** The view that is shown, even if its filters have been changed since. */
  current: View | undefined;
  isChanged: boolean;
}

export function ViewsMenu({ search, current, isChanged }: Props) {
  const t = useText(viewsText);
  const path = useCompanyPath()('/views');
  const [asking, setAsking] = useState<'save' | 'rename' | 'remove'>();
  const close = () => setAsking(undefined);
  const update = useChange(
    ({ id, ...patch }: { id: string; query?: Record<string, string>; shared?: boolean }) =>
      change('PATCH', `${path}/${id}`, patch),
    { message: t.saved },
  );
  const remove = useChange((id: string) => change('DELETE', `${path}/${id}`), { message: t.removed, done: close });
  const own = current?.mayChange ? current : undefined;
  const query = Object.fromEntries(
    Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking('save')}>
        {t.save}
      </Button>
      {own !== undefined && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t.change(own.name)}>
              <Icon name="down" size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isChanged && (
              <Menu.Item onClick={() => update.mutate({ id: own.id, query })}>{t.replace(own.name)}</Menu.Item>
            )}
            <Menu.Item onClick={() => setAsking('rename')}>{t.rename(own.name)}</Menu.Item>
            <Menu.Item onClick={() => update.mutate({ id: own.id, shared: !own.shared })}>
              {own.shared ? t.unshare(own.name) : t.share(own.name)}
            </Menu.Item>
            <Menu.Item color="red" onClick={() => setAsking('remove')}>
              {t.remove(own.name)}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {(asking === 'save' || asking === 'rename') && (
        <SaveView path={path} query={query} renamed={asking === 'rename' ? own : undefined} onClose={close} />
      )}
      {own !== undefined && (
        <ConfirmModal
          opened={asking === 'remove'}
          onClose={close}
          title={t.removeTitle}
          about={own.shared ? t.removeAboutShared(own.name) : t.removeAbout(own.name)}
          confirm={t.removeConfirm}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(own.id)}
        />
      )}
    </>
  );
}
