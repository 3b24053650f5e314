/** What stands where there is nothing to read. */
export function NewsArt() {
  return <img src="/covers/education.svg" alt="" width="640" height="320" className="size-full rounded-card object-cover" />
}
