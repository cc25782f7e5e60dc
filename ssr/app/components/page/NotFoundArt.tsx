/** 404 as a SIM card that found no network. */
export function NotFoundArt() {
  return (
    <svg
      viewBox="0 0 320 160"
      width="320"
      height="160"
      className="h-auto w-full max-w-80"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="160" cy="80" r="78" fill="#e3f2f1" />
      <path
        d="M124 22h52l26 26v84a8 8 0 0 1-8 8h-70a8 8 0 0 1-8-8V30a8 8 0 0 1 8-8z"
        fill="#0b6e6e"
      />
      <rect x="134" y="88" width="50" height="38" rx="6" fill="#fff" />
      <path d="M134 107h50M150 88v38m18-38v38" stroke="#0b6e6e" strokeWidth="3" />
      <text x="159" y="72" textAnchor="middle" fontSize="28" fontWeight="700" fill="#fff">
        404
      </text>
      <path
        d="M40 112a60 60 0 0 1 40-56M56 116a44 44 0 0 1 26-38M280 112a60 60 0 0 0-40-56M264 116a44 44 0 0 0-26-38"
        fill="none"
        stroke="#566579"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="2 12"
      />
    </svg>
  );
}
