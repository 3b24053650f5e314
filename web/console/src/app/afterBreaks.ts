/** Hears whether a stream is open, and calls once it is so again: what happened in between it told to nobody. */
export function afterBreaks(again: () => void): (isLive: boolean) => void {
  let isBroken = false
  return (isLive) => {
    if (isLive && isBroken) again()
    isBroken = !isLive
  }
}
