import { Skeleton, Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { InvoiceFile, InvoiceFilePath } from '../../../api/types.ts';
import { documentText } from '../../../text/document.ts';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import { Tool } from './tool.tsx';
import { Viewer } from './viewer.tsx';
import styles from './viewer.module.css';
import { larger, percentOf, smaller, turn, widthOf, type Shape, type Zoom } from './zoom.ts';

/** Around the sheets, in CSS pixels; the style sheet has the same. */
const edge = 12;

export interface FileProps {
  file: InvoiceFile;
  path: InvoiceFilePath;
  isOnly: boolean;
}

interface Props extends FileProps {
  info?: string;
  /** The first sheet; undefined until the file is there. */
  shape: Shape | undefined;
  /** What is loaded meanwhile, unseen. */
  waiting?: ReactNode;
  /** What stands there instead, where the file cannot be shown. */
  failure?: ReactNode;
  /** The sheets at a width, turned by some degrees. */
  children: (width: number, turned: number) => ReactNode;
}

/** A file of sheets or a picture, at the size and turned as the reader likes. It fits the width at first. */
export function Zoomed({ file, path, isOnly, info, shape, waiting, failure, children }: Props) {
  const t = useText(documentText);
  const { zoomIn, zoomOut, fileShown } = useText(invoicesText);
  const [zoom, setZoom] = useState<Zoom>('width');
  const [turned, setTurned] = useState(0);
  const { ref, width: frameWidth, height } = useElementSize<HTMLDivElement>();
  const size = { width: frameWidth - 2 * edge, height: height - 2 * edge };
  const upright = shape && turn(shape, turned);
  // While the page finds its shape the frame may be smaller than its own edges.
  const width = upright === undefined || frameWidth === 0 ? 0 : Math.max(0, widthOf(zoom, upright, size));
  const next = upright && larger(width, upright, size);
  const before = upright && smaller(width);
  const to = (chosen: Zoom | undefined) => chosen !== undefined && setZoom(chosen);
  const press = (key: string) => {
    if (key === '+' || key === '=') to(next);
    if (key === '-') to(before);
    if (key === '0') to('width');
  };
  const frame = useRef<HTMLDivElement>(null);
  useKeptMiddle(frame, width);
  const both = useMergedRef(ref, frame);
  const off = width === 0;
  return (
    <Viewer
      file={file}
      path={path}
      isOnly={isOnly}
      onKey={press}
      {...(info !== undefined && { info })}
      tools={
        <>
          <Tool icon="smaller" label={zoomOut} disabled={before === undefined} onClick={() => to(before)} />
          <Text component="span" size="sm" className={styles.percent} role="status">
            {off || upright === undefined ? '' : t.percent(percentOf(width, upright))}
          </Text>
          <Tool icon="larger" label={zoomIn} disabled={next === undefined} onClick={() => to(next)} />
          <Tool icon="width" label={t.fitWidth} disabled={off} pressed={zoom === 'width'} onClick={() => to('width')} />
          <Tool icon="page" label={t.fitPage} disabled={off} pressed={zoom === 'page'} onClick={() => to('page')} />
          <Tool icon="rotate" label={t.rotate} disabled={off} onClick={() => setTurned((turned + 90) % 360)} />
        </>
      }
    >
      <div
        ref={both}
        className={styles.frame}
        tabIndex={0}
        role="group"
        aria-label={fileShown(file.fileName)}
        data-sheets
      >
        {failure !== undefined ? (
          <div className={styles.failure}>{failure}</div>
        ) : shape === undefined ? (
          <Skeleton className={styles.waiting} visible>
            {waiting}
          </Skeleton>
        ) : (
          <div className={styles.desk}>{children(width, turned)}</div>
        )}
      </div>
    </Viewer>
  );
}

/** What is in the middle of the frame stays there when the sheets grow or shrink. */
function useKeptMiddle(frame: { current: HTMLElement | null }, width: number): void {
  const before = useRef(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element !== null && before.current > 0 && width > 0) {
      const times = width / before.current;
      const [across, down] = [element.clientWidth / 2, element.clientHeight / 2];
      if (element.scrollTop > 0) element.scrollTop = (element.scrollTop + down) * times - down;
      element.scrollLeft = (element.scrollLeft + across) * times - across;
    }
    before.current = width;
  }, [frame, width]);
}
