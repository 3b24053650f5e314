import type { CSSProperties } from 'react'

/** When something has its turn, for `game.css`. */
export function delayed(ms: number): CSSProperties {
  return { '--turn': `${ms}ms` } as CSSProperties
}
