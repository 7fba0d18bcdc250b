import { ActionIcon, FileButton, Progress, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { InvoicePath } from '../../../api/types.ts';
import { useAllowed } from '../../../company.ts';
import { ActionButton } from '../../../shared/page/action-button.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { Said, useWords } from '../../../shared/page/said.tsx';
import { useText } from '../../../text.ts';
import styles from './attaching.module.css';
import { documentText } from './text.ts';
import { useUploads, type Upload } from './use-uploads.ts';

const kinds = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.xml';

interface Props {
  path: InvoicePath;
  onAttached: (id: string) => void;
  view: (attach: ReactNode) => ReactNode;
}

/** Files are chosen with the button, or dropped anywhere on the page of the invoice. */
export function Attaching({ path, onAttached, view }: Props) {
  const t = useText(documentText);
  const mayEdit = useAllowed('edit');
  const { uploads, add, drop } = useUploads(path, onAttached);
  const isOver = useDroppedFiles(mayEdit.allowed, add);
  const look = { size: 'compact-sm', variant: 'default', leftSection: <Icon name="plus" size={14} /> } as const;
  return (
    <>
      {uploads.length > 0 && (
        <ul className={styles.uploads}>
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onDismiss={() => drop(upload.key)} />
          ))}
        </ul>
      )}
      {view(
        mayEdit.allowed ? (
          <FileButton multiple accept={kinds} onChange={add}>
            {({ onClick }) => (
              <ActionButton {...look} action={mayEdit} onClick={onClick}>
                {t.attach}
              </ActionButton>
            )}
          </FileButton>
        ) : (
          <ActionButton {...look} action={mayEdit}>
            {t.attach}
          </ActionButton>
        ),
      )}
      {isOver && (
        <div className={styles.over}>
          <Text fw={600} size="lg">
            {t.drop}
          </Text>
        </div>
      )}
    </>
  );
}

function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const t = useText(documentText);
  const words = useWords();
  const { name, share, failure, stop } = upload;
  const isKnown = failure?.body.code === 'attachment.exists';
  return (
    <li className={styles.upload}>
      <div className={styles.words} role={failure === undefined ? 'status' : 'alert'}>
        <Text component="span" size="sm" fw={600} title={name} className={styles.name}>
          {failure === undefined ? t.attaching(name) : t.notAttached(name)}
        </Text>
        {failure !== undefined && (
          <Text component="span" size="sm">
            {failure.message === '' ? (
              t.noAnswer
            ) : (
              <Said
                words={isKnown ? words.cause(failure.body) : words.refusal(failure.body)}
                english={failure.message}
              />
            )}
          </Text>
        )}
      </div>
      {failure === undefined && <Progress value={share * 100} aria-label={t.attaching(name)} className={styles.bar} />}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={failure === undefined ? t.cancel(name) : t.dismiss(name)}
        onClick={failure === undefined ? stop : onDismiss}
      >
        <Icon name="cross" size={14} />
      </ActionIcon>
    </li>
  );
}

/** Without this, a browser would leave the page to show the dropped file. Returns whether files are over the page. */
function useDroppedFiles(isAllowed: boolean, add: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(add);
  useEffect(() => {
    if (!isAllowed) return undefined;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const dropped = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.items ?? [])].flatMap((item) =>
        item.webkitGetAsEntry()?.isDirectory === true ? [] : (item.getAsFile() ?? []),
      );
      if (files.length > 0) take(files);
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', dropped, { signal });
    return () => leaving.abort();
  }, [isAllowed]);
  return isOver;
}
