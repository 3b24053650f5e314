import { describe, expect, it } from 'vitest'
import { decideDevice, decideNickName, decideProfileChange, imageOf } from './decideUser'

describe('imageOf', () => {
  it('falls back to the first', () => {
    expect([imageOf('lantern'), imageOf('m1'), imageOf('')]).toEqual(['lantern', 'azurite', 'azurite'])
  })
})

describe('decideNickName', () => {
  it.each([
    ['Ann', null],
    ['名'.repeat(24), null],
    ['💎'.repeat(24), null],
    ['名'.repeat(25), 'too_long'],
    [`  ${'a'.repeat(24)}  `, null],
    ['   ', 'empty'],
    ['', 'empty'],
  ])('%s: %s', (typed, problem) => {
    expect(decideNickName(typed)).toBe(problem)
  })
})

describe('decideProfileChange', () => {
  const current = { nickName: 'Ann', image: 'topaz' }
  it('sends what differs, and nothing when nothing does', () => {
    expect(decideProfileChange(current, { nickName: ' Ann ', image: 'topaz' })).toBeNull()
    expect(decideProfileChange(current, { nickName: 'Bo ', image: 'topaz' })).toEqual({ nickName: 'Bo' })
    expect(decideProfileChange(current, { nickName: 'Ann', image: 'scale' })).toEqual({ image: 'scale' })
  })
  it('sends nothing that was not touched', () => {
    expect(decideProfileChange({ nickName: 'An old name', image: 'unknown' }, { nickName: null, image: 'scale' })).toEqual({ image: 'scale' })
    expect(decideProfileChange({ nickName: 'Ann', image: 'unknown' }, { nickName: 'Bo', image: null })).toEqual({ nickName: 'Bo' })
    expect(decideProfileChange(current, { nickName: null, image: null })).toBeNull()
  })
})

describe('decideDevice', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 MetaMaskMobile/7.2', 'MetaMask', 'iPhone'],
    ['curl/8.5', null, null],
    ['', null, null],
  ])('%s', (agent, browser, system) => {
    expect(decideDevice(agent)).toEqual({ browser, system })
  })
})
