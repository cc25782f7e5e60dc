// Attributes, because the first-load overlay shows the mark before the style sheet is loaded.
const BACKGROUND = '#0b6e6e';
const LINES = '#fff';

/** The shop's mark without its name. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
      <path d="M8 2h11l7 7v17a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4V4a2 2 0 0 1 2-2z" fill={BACKGROUND} />
      <path
        d="M11 22a11 11 0 0 1 11-11M11 16a5 5 0 0 1 5-5"
        fill="none"
        stroke={LINES}
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <circle cx="20.5" cy="20.5" r="2.6" fill={LINES} />
    </svg>
  );
}
