import { expect, it } from 'vitest'
import { forgetPeople } from './device'

/** A device's memory with some keys in it. */
function memoryOf(...keys: string[]): Storage & { keys: () => string[] } {
  const kept = new Map(keys.map((key) => [key, '1']))
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    keys: () => [...kept.keys()],
  }
}

it('forgets everybody, and leaves what is nobody’s', () => {
  const stays = ['lang', 'etld.isDemo', 'etld.closed', 'etld.demo.key', 'etld.wallets.addNoToken', 'somebody else’s']
  const goes = [
    'etld.game.ANN',
    'etld.game.BEN',
    'etld.player.ANN',
    'etld.events.ANN',
    'etld.seen.ANN',
    'etld.draft.ANN sell',
    'etld.arrived.M1',
    'etld.firstIncome.ANN',
    'etld.command.ANN./api/game/join',
    'etld.sent',
    'etld.sent.givenUp',
  ]
  const [device, tab] = [memoryOf(...goes, ...stays), memoryOf(...goes, 'etld.reloaded')]
  forgetPeople(device, tab)
  expect(device.keys()).toEqual(stays)
  expect(tab.keys()).toEqual(['etld.reloaded'])
})
