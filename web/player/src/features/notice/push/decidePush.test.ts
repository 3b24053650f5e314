import { describe, expect, it } from 'vitest'
import { decideOffer, decideSettings, wantedOf } from './decidePush'

describe('decideOffer', () => {
  it.each([
    ['', 'on', 'unavailable'],
    ['key', 'off', 'off'],
    ['key', 'refused', 'refused'],
  ] as const)('%s, %s: %s', (key, reach, offer) => {
    expect(decideOffer(key, reach)).toBe(offer)
  })
})

describe('quiet hours', () => {
  const none = { publicKey: 'key', discreet: true, quietFrom: '', quietTo: '', zone: '' }
  it('begin as a night that is not kept', () => {
    expect(wantedOf(none)).toEqual({ discreet: true, isQuiet: false, from: '22:00', to: '07:00' })
    expect(decideSettings(wantedOf(none), 'Asia/Taipei')).toEqual({ discreet: true })
  })
  it('are sent whole, in the zone of the device', () => {
    expect(decideSettings({ discreet: false, isQuiet: true, from: '23:00', to: '06:30' }, 'Asia/Taipei')).toEqual({
      discreet: false,
      quietFrom: '23:00',
      quietTo: '06:30',
      zone: 'Asia/Taipei',
    })
  })
  it.each([
    ['', '07:00'],
    ['22:00', ''],
    ['22:00', '22:00'],
  ])('are none from %s to %s', (from, to) => {
    expect(decideSettings({ discreet: false, isQuiet: true, from, to }, 'Asia/Taipei')).toBeNull()
  })
})
