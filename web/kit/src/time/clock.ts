/** An answer that was under way for longer says too little about the server's clock. */
const underWayMaxMs = 5_000

let offsetMs = 0

/** Keeps the distance between the server's clock and this device's. `serverTime` is ISO-8601. */
export function noteServerTime(serverTime: string, receivedAtMs = Date.now()): void {
  const server = Date.parse(serverTime)
  if (Number.isFinite(server)) offsetMs = server - receivedAtMs
}

/** Takes the server's clock from an answer that tells it: it was read about half-way between asking and answering. */
export function noteAnswer(answer: unknown, askedAtMs: number, receivedAtMs = Date.now()): void {
  const underWayMs = receivedAtMs - askedAtMs
  if (underWayMs < 0 || underWayMs > underWayMaxMs) return
  if (typeof answer === 'object' && answer !== null && 'serverTime' in answer) noteServerTime(String(answer.serverTime), askedAtMs + Math.round(underWayMs / 2))
}

/** The server's clock in milliseconds: a phone with a wrong clock, or a demo whose clock moved, still agrees. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** When something was by the server's clock that happened here at `deviceMs`; ISO-8601. */
export function onServersClock(deviceMs: number): string {
  return new Date(deviceMs + offsetMs).toISOString()
}
