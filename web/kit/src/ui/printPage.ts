/** Prints the page in the light theme: paper is white. */
export function printPage(): void {
  const { dataset } = document.documentElement
  const before = dataset['theme']
  dataset['theme'] = 'light'
  const restore = () => (before === undefined ? delete dataset['theme'] : (dataset['theme'] = before))
  window.addEventListener('afterprint', restore, { once: true })
  window.print()
}
