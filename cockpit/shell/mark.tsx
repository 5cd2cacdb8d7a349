/** Our mark, as in `icon.svg`. Drawn here, because a picture in a file of its own is a page of its own to the browser. */
export function Mark() {
  return (
    <svg className="rail-mark" viewBox="0 0 32 32" role="img" aria-label="Leeway">
      <rect width="32" height="32" rx="8" fill="#2b4fb3" />
      <path
        d="M10 8v16h6M21.5 19v5"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="21.5" cy="12" r="2.4" fill="#ffc861" />
    </svg>
  )
}
