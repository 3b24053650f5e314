import { deviceStorage } from '@kit/kept/storage'

let lastActiveMs = Date.now()

const keyOf = (person: string) => `etld.operator.active.${person}`

/** When the server was last called by a person's hand, in this window or another one: from then it counts the time without anybody. */
export function lastActive(person: string): number {
  return Math.max(lastActiveMs, Number(deviceStorage.getItem(keyOf(person))) || 0)
}

/** A call by somebody's hand was answered; before a sign-in it is nobody's. */
export function noteActive(person: string | null): void {
  lastActiveMs = Date.now()
  if (person !== null) deviceStorage.setItem(keyOf(person), String(lastActiveMs))
}
