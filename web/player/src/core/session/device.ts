/** What this device keeps of people beyond their sessions, by the beginnings of its keys. */
const personal = ['etld.game.', 'etld.player.', 'etld.events.', 'etld.firstIncome.', 'etld.push.', 'etld.command.', 'etld.sent']

/**
 * Forgets what this device keeps of anybody: receipts of the game, what was sent and not answered, how far events were
 * read. Facts of the site and the demo's wallet stay.
 */
export function forgetPeople(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) if (personal.some((beginning) => key.startsWith(beginning))) storage.removeItem(key)
}
