/** Somebody's own words, in whatever language they were written. */
export function OwnWords({ children }: { children: string }) {
  return (
    <span className="mt-1 block border-l-2 border-line pl-3 break-words text-muted" translate="no">
      {children}
    </span>
  )
}
