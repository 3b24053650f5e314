type Press = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey'>

/**
 * Whether a press asks for the palette: ⌘K or Ctrl K, or a slash in the place of the K. A key alone would be pressed by who
 * dictates. Keyboards with other letters have the K in its place.
 */
export function asksForPalette({ key, code, metaKey, ctrlKey, altKey }: Press): boolean {
  const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
  return (isK || key === '/') && (metaKey || ctrlKey) && !altKey
}
