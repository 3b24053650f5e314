import { useState } from 'react'

/** What was pressed last, shown at once while the page behind takes its time to follow; a value that changes by itself wins. */
export function usePressed<Value>(value: Value): [Value, (pressed: Value) => void] {
  const [pressed, press] = useState(value)
  const [followed, follow] = useState(value)
  if (followed !== value) {
    follow(value)
    press(value)
  }
  return [pressed, press]
}
