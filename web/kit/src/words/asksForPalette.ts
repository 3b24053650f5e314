type Press = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey'>

/** Whether a press asks for the palette: ⌘K or Ctrl K, or a slash where nothing is being written. Keyboards with other letters have the K in its place. */
export function asksForPalette({ key, code, metaKey, ctrlKey, altKey }: Press, isWriting: boolean): boolean {
  const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
  if (isK && (metaKey || ctrlKey) && !altKey) return true
  return key === '/' && !metaKey && !ctrlKey && !altKey && !isWriting
}
