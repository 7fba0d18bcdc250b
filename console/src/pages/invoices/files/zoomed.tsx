import { Skeleton, Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { useDocumentShown } from '../../../decisions/seen.tsx';
import { documentText } from './text.ts';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { Tool, Viewer, type FileProps } from './viewer.tsx';
import styles from './viewer.module.css';
import { isSideways, larger, percentOf, rotate, smaller, widthOf, type Shape, type Zoom } from './zoom.ts';

/** Space around the sheets in CSS pixels; must equal the padding of .desk in viewer.module.css. */
const edge = 12;

interface Props extends FileProps {
  info?: string;
  shape: Shape | undefined;
  /** Loaded behind the skeleton, invisibly. */
  waiting?: ReactNode;
  failure?: ReactNode;
  children: (width: number, rotation: number) => ReactNode;
}

export function Zoomed({ info, shape, waiting, failure, children, ...file }: Props) {
  const t = useText(documentText);
  useDocumentShown(failure !== undefined);
  const { zoomIn, zoomOut, fileShown } = useText(invoicesText);
  const [zoom, setZoom] = useState<Zoom>('width');
  const [rotation, setRotation] = useState(0);
  const { ref, width: frameWidth, height } = useElementSize<HTMLDivElement>();
  const room = { width: frameWidth - 2 * edge, height: height - 2 * edge };
  const rotated = shape && rotate(shape, rotation);
  // During layout the frame may be smaller than its own edges.
  const width = rotated === undefined || frameWidth === 0 ? 0 : Math.max(0, widthOf(zoom, rotated, room));
  const next = rotated && larger(width, rotated, room);
  const previous = rotated && smaller(width);
  const to = (chosen: Zoom | undefined) => chosen !== undefined && setZoom(chosen);
  const pressKey = (key: string) => {
    if (key === '+' || key === '=') to(next);
    if (key === '-') to(previous);
    if (key === '0') to('width');
  };
  const frame = useRef<HTMLDivElement>(null);
  useKeptMiddle(frame, width);
  const frameRef = useMergedRef(ref, frame);
  const isOff = width === 0;
  return (
    <Viewer
      {...file}
      onKey={pressKey}
      {...(info !== undefined && { info })}
      tools={
        failure === undefined && (
          <>
            <Tool icon="smaller" label={zoomOut} disabled={previous === undefined} onClick={() => to(previous)} />
            <Text component="span" size="sm" className={styles.percent} role="status">
              {isOff || rotated === undefined ? '' : t.percent(percentOf(width, rotated))}
            </Text>
            <Tool icon="larger" label={zoomIn} disabled={next === undefined} onClick={() => to(next)} />
            <Tool
              icon="width"
              label={t.fitWidth}
              disabled={isOff}
              pressed={zoom === 'width'}
              onClick={() => to('width')}
            />
            <Tool icon="page" label={t.fitPage} disabled={isOff} pressed={zoom === 'page'} onClick={() => to('page')} />
            <Tool icon="rotate" label={t.rotate} disabled={isOff} onClick={() => setRotation((rotation + 90) % 360)} />
          </>
        )
      }
    >
      <div
        ref={frameRef}
        className={styles.frame}
        tabIndex={0}
        role="group"
        aria-label={fileShown(file.file.fileName)}
        data-sheets
      >
        {failure !== undefined ? (
          <div className={styles.failure}>{failure}</div>
        ) : shape === undefined ? (
          <Skeleton className={styles.waiting} visible>
            {waiting}
          </Skeleton>
        ) : (
          <div className={styles.desk}>{children(width, rotation)}</div>
        )}
      </div>
    </Viewer>
  );
}

function useKeptMiddle(frame: { current: HTMLElement | null }, width: number): void {
  const previous = useRef(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element !== null && previous.current > 0 && width > 0) {
      const times = width / previous.current;
      const [across, down] = [element.clientWidth / 2, element.clientHeight / 2];
      if (element.scrollTop > 0) element.scrollTop = (element.scrollTop + down) * times - down;
      element.scrollLeft = (element.scrollLeft + across) * times - across;
    }
    previous.current = width;
  }, [frame, width]);
}

interface PaperProps {
  ref?: Ref<HTMLDivElement>;
  /** Width after the rotation. */
  width: number;
  /** Height divided by width before the rotation. */
  ratio: number;
  rotation: number;
  state: 'blank' | 'painted' | 'failed';
  children: ReactNode;
}

/** Rotations around the upper left corner, moved back into place. */
const transforms: Record<number, string> = {
  90: 'rotate(90deg) translateY(-100%)',
  180: 'rotate(180deg) translate(-100%, -100%)',
  270: 'rotate(270deg) translateX(-100%)',
};

export function Paper({ ref, width, ratio, rotation, state, children }: PaperProps) {
  const sideways = isSideways(rotation);
  const height = Math.round(sideways ? width / ratio : width * ratio);
  const size = sideways ? { width: height, height: width } : { width, height };
  return (
    <div ref={ref} className={styles.sheet} style={{ width, height }} data-state={state}>
      <div className={styles.paper} style={{ ...size, transform: transforms[rotation] }}>
        {children}
      </div>
    </div>
  );
}
