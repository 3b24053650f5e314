/** Says that there is no such thing. */
export function Missing({ children }: { children: string }) {
  return <p className="py-6 text-center text-15 text-muted">{children}</p>
}
