/** Doorway's logo. It has no text for screen readers, because the name is always beside it. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#3b5bdb" />
    <path
      d="M10 25V9.500A2.500 2.500 0 0 1 12.500 7H22v18M7 25h18"
      fill="none"
      stroke="#fff"
      strokeWidth="2.4"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
    <circle cx="18" cy="16.500" r="1.500" fill="#fff" />
  </svg>
);
