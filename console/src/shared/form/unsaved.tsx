import { useBlocker } from '@tanstack/react-router';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { ConfirmModal } from './confirm-modal.tsx';

/** Asks before the reader leaves a page with unsaved changes. */
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
      onConfirm={() => leaving.proceed?.()}
    />
  );
}
