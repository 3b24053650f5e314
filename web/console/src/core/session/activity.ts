let lastActiveMs = Date.now()

/** When the server was last called by somebody's hand: from then it counts the time without anybody. */
export function lastActive(): number {
  return lastActiveMs
}

/** A call by somebody's hand was answered. */
export function noteActive(): void {
  lastActiveMs = Date.now()
}
