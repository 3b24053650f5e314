import { describe, expect, it } from 'vitest'
import { decideGate } from './decideGate'
import { hasTabs, paths } from './paths'
import { claim } from './screens'

describe('the gate', () => {
  const facts = { phase: 'starting', refusal: null, isLate: false, walletCount: 1 } as const

  it('is a spinner alone at first, and shows a way out after three seconds', () => {
    expect(decideGate(facts)).toEqual({ line: 'starting', isWorking: true, showsWayOut: false })
    expect(decideGate({ ...facts, isLate: true }).showsWayOut).toBe(true)
  })

  it.each(['closed', 'no_account', 'network', 'real_chain', 'signature', 'server', 'transport'] as const)('shows the way out at once after a refusal: %s', (refusal) => {
    expect(decideGate({ ...facts, phase: 'refused', refusal })).toEqual({ line: `refused_${refusal}`, isWorking: false, showsWayOut: true })
  })

  it('says that it looks for a wallet where there is none', () => {
    expect(decideGate({ ...facts, phase: 'waiting', walletCount: 0 }).line).toBe('waiting_none')
    expect(decideGate({ ...facts, phase: 'waiting' }).line).toBe('waiting')
  })
})

describe('the routes', () => {
  it('are those of the spec, and the tab bar stands on five of them', () => {
    expect(paths).toHaveLength(23)
    expect(paths.filter(hasTabs)).toEqual(['/', '/products', '/trade', '/wallet', '/mine'])
  })

  it('each have one feature that shows them, or one for each view', () => {
    const route = (path: string, view?: string) => ({ path, view, texts: [], load: async () => () => null })
    expect(claim('/swap', null, [route('*'), route('/swap')]).path).toBe('/swap')
    expect(claim('/swap', null, [route('*')]).path).toBe('*')
    const known = [route('/mine'), route('/mine', 'notices')]
    expect(['notices', 'nonsense', null].map((view) => claim('/mine', view, known).view)).toEqual(['notices', undefined, undefined])
    expect(() => claim('/swap', null, [route('/swap'), route('/swap')])).toThrow('two features claim /swap')
    expect(() => claim('/mine', 'notices', [...known, route('/mine', 'notices')])).toThrow('two features claim /mine')
    expect(() => claim('/swap', null, [])).toThrow('no feature shows /swap')
  })
})
