/** A coin leaving the vault for a wallet, as an engraving. */
export function WayOut() {
  return (
    <svg
      viewBox="0 0 128 112"
      width="128"
      height="112"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className="text-muted"
    >
      <rect x="10" y="34" width="46" height="52" rx="6" />
      <circle cx="33" cy="60" r="11" />
      <path d="M33 49v-4M33 75v-4M22 60h-4M48 60h-4" />
      <path d="M18 86v6M48 86v6" />
      <path d="M64 60h20M78 54l6 6-6 6" stroke="var(--brass)" />
      <path d="M92 46h22a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H96a4 4 0 0 1-4-4z" />
      <path d="M92 46a4 4 0 0 1 4-4h16M111 62h.01" />
      <circle cx="70" cy="28" r="8" fill="var(--brass)" fillOpacity=".18" stroke="var(--brass)" />
      <path d="M70 24v8M67 28h6" stroke="var(--brass)" />
    </svg>
  )
}
