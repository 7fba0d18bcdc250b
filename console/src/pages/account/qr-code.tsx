import { encode } from 'uqr';

interface Props {
  value: string;
  /** For those who do not see it. */
  label: string;
}

/** Always dark on white with a margin of four modules: apps read no inverted codes. */
export function QrCode({ value, label }: Props) {
  const { size, data } = encode(value, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
      style={{ flex: 'none', maxWidth: '100%' }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules} fill="#000" />
    </svg>
  );
}
