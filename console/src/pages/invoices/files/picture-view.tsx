import { Text } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceFilePath } from '../../../api/types.ts';
import { addressOf } from '../../../api.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import styles from './sheets/sheets.module.css';
import { Turned } from './turned.tsx';
import { useFile } from './use-file.ts';
import type { Shape } from './zoom.ts';
import { Zoomed, type FileProps } from './zoomed.tsx';

/** A picture that the browser itself can show. */
export function PictureView({ file, path, isOnly }: FileProps) {
  const t = useText(invoicesText);
  const [shape, setShape] = useState<Shape>();
  const [broken, setBroken] = useState(false);
  const picture = (
    <img
      className={styles.canvas}
      src={addressOf(path)}
      alt={t.fileShown(file.fileName)}
      hidden={shape === undefined}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setShape({ width: naturalWidth || 1, ratio: (naturalHeight || 1) / (naturalWidth || 1) })
      }
      onError={() => setBroken(true)}
    />
  );
  return (
    <Zoomed
      file={file}
      path={path}
      isOnly={isOnly}
      shape={shape}
      failure={broken ? <NoPicture path={path} /> : undefined}
      // Its size is known when it is there.
      waiting={picture}
    >
      {(width, turned) =>
        shape !== undefined && (
          <Turned width={width} ratio={shape.ratio} turned={turned} state="painted">
            {picture}
          </Turned>
        )
      }
    </Zoomed>
  );
}

/** A picture does not say why it failed, so the file is asked for once more: only what arrives whole may be called damaged by itself. */
function NoPicture({ path }: { path: InvoiceFilePath }) {
  const t = useText(invoicesText);
  const { data, error, refetch } = useFile(path);
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  return data === undefined ? null : <Text>{t.broken}</Text>;
}
