import { serverNow } from '@kit/time/clock'

/** A machine that was bought longer ago did not just come. */
const newForMs = 60 * 60_000

/** Whether a machine was just bought and is looked at for the first time; from then on it is not. */
export function isNew(storage: Storage, id: string, createdAt: string, now = serverNow()): boolean {
  const key = `etld.arrived.${id}`
  if (now - Date.parse(createdAt) > newForMs || storage.getItem(key) !== null) return false
  storage.setItem(key, '')
  return true
}
