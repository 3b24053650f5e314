import { keysOf } from '@kit/kept/storage'

/** What this device keeps of people beyond their sessions, by the beginnings of its keys. */
const personal = [
  'etld.game.',
  'etld.player.',
  'etld.events.',
  'etld.firstIncome.',
  'etld.push.',
  'etld.command.',
  'etld.sent',
  'etld.seen.',
  'etld.draft.',
  'etld.arrived.',
  'etld.looked',
]

/**
 * Forgets what this device, and this tab, keep of anybody: receipts of the game, what was sent and not answered, how far
 * events were read, what was being entered. Facts of the site and the demo's wallet stay.
 */
export function forgetPeople(...storages: Storage[]): void {
  for (const storage of storages) {
    for (const key of keysOf(storage)) if (personal.some((beginning) => key.startsWith(beginning))) storage.removeItem(key)
  }
}
