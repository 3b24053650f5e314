import { expect, it } from 'vitest'
import { memoryStorage } from '@kit/kept/memory'
import { keysOf } from '@kit/kept/storage'
import { forgetPeople } from './device'

const withKeys = (...keys: string[]) => memoryStorage(Object.fromEntries(keys.map((key) => [key, '1'])))

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
  const [device, tab] = [withKeys(...goes, ...stays), withKeys(...goes, 'etld.reloaded')]
  forgetPeople(device, tab)
  expect(keysOf(device)).toEqual(stays)
  expect(keysOf(tab)).toEqual(['etld.reloaded'])
})
