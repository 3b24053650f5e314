let offsetMs = 0

/** Keeps the distance between the server's clock and this device's. `serverTime` is ISO-8601. */
export function noteServerTime(serverTime: string, receivedAtMs = Date.now()): void {
  const server = Date.parse(serverTime)
  if (Number.isFinite(server)) offsetMs = server - receivedAtMs
}

/** The server's clock in milliseconds: a phone with a wrong clock, or a demo whose clock moved, still agrees. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
