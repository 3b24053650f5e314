import { expect, it } from 'vitest'
import { actionsIn, byItself } from './decideActions'

const audited = [
  { path: 'pools/fund', kind: 'pool_funding' },
  { path: 'game/stop', kind: 'emergency_stop' },
  { path: 'game/resume', kind: 'emergency_stop' },
  { path: 'news/draft' },
]

it('names a call by what it proposes, unless several propose the same, and by its own name where it proposes nothing', () => {
  const said = actionsIn(audited, 'en', (action, kind) => `${kind}|${action}`)
  expect(said.map(([action]) => action).toSorted()).toEqual([...audited.map(({ path }) => path), ...byItself].toSorted())
  expect(Object.fromEntries(said)).toMatchObject({
    'pools/fund': 'pool_funding|pools/fund',
    'game/stop': '|game/stop',
    'game/resume': '|game/resume',
    'news/draft': '|news/draft',
    'emergency/brake': '|emergency/brake',
  })
})

it('stands in the order of the reader’s language', () => {
  const words: Record<string, string> = { 'pools/fund': 'Ёлка', 'news/draft': 'Жук', 'game/stop': 'Еда' }
  const said = actionsIn(audited, 'ru', (action) => words[action] ?? 'Я').map(([, one]) => one)
  expect(said.slice(0, 3)).toEqual(['Еда', 'Ёлка', 'Жук'])
})
