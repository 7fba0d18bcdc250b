import { Text } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceFilePath } from '../../../api/types.ts';
import { useDocumentShown } from '../../../decisions/seen.tsx';
import { Failure } from '../../../shared/page/failure.tsx';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { useFile, usePicture } from './use-file.ts';
import type { FileProps } from './viewer.tsx';
import styles from './viewer.module.css';
import type { Shape } from './zoom.ts';
import { Paper, Zoomed } from './zoomed.tsx';

export function PictureView(props: FileProps) {
  const t = useText(invoicesText);
  const [shape, setShape] = useState<Shape>();
  const [isBroken, setBroken] = useState(false);
  const source = usePicture(props.path);
  useDocumentShown(shape !== undefined);
  const picture = (
    <img
      className={styles.picture}
      src={source}
      alt={t.fileShown(props.file.fileName)}
      hidden={shape === undefined}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setShape({ width: naturalWidth || 1, ratio: (naturalHeight || 1) / (naturalWidth || 1) })
      }
      onError={() => setBroken(true)}
    />
  );
  return (
    <Zoomed
      {...props}
      shape={shape}
      failure={isBroken ? <PictureFailure path={props.path} /> : undefined}
      // The shape is known once the browser has loaded the picture.
      waiting={picture}
    >
      {(width, rotation) =>
        shape !== undefined && (
          <Paper width={width} ratio={shape.ratio} rotation={rotation} state="painted">
            {picture}
          </Paper>
        )
      }
    </Zoomed>
  );
}

/** An <img> does not say why it failed, so the file is read again: it is damaged only if it arrives complete. */
function PictureFailure({ path }: { path: InvoiceFilePath }) {
  const t = useText(invoicesText);
  const { data, error, refetch } = useFile(path);
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return data === undefined ? null : <Text>{t.broken}</Text>;
}
