import { useBlocker } from '@tanstack/react-router';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { ConfirmModal } from './confirm-modal.tsx';

/** Asks before a page is left on which somebody has typed. */
export function Unsaved({ changed }: { changed: boolean }) {
  const t = useText(common);
  const leaving = useBlocker({ shouldBlockFn: () => changed, enableBeforeUnload: changed, withResolver: true });
  return (
    <ConfirmModal
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={t.unsaved}
      about={t.unsavedAbout}
      confirm={t.leave}
      cancel={t.stay}
      busy={false}
      error={null}
      onConfirm={() => leaving.proceed?.()}
    />
  );
}
