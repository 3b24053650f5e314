/** An engraved line that rises and falls: decoration, not a price. */
export function PriceLine() {
  return (
    <svg viewBox="0 0 96 96" className="h-full w-full" aria-hidden>
      {Array.from({ length: 7 }, (_, index) => (
        <line key={index} x1="6" x2="90" y1={14 + index * 11.5} y2={14 + index * 11.5} stroke="var(--line)" strokeWidth="1" />
      ))}
      <path d="M6 66l12-9 11 8 13-25 12 12 12-22 11 17 13-9" fill="none" stroke="var(--brass)" strokeWidth="2.4" strokeLinejoin="round" strokeLinecap="round" />
      <circle cx="90" cy="38" r="3.4" fill="var(--brass)" />
    </svg>
  )
}
