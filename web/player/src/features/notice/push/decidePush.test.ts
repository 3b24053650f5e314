import { describe, expect, it } from 'vitest'
import { decideOffer, decideSettings, keyOf, otherZoneOf, wantedOf } from './decidePush'

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
  it('say by which zone they are kept, until they are saved in that of the device', () => {
    const kept = { ...none, quietFrom: '22:00', quietTo: '07:00', zone: 'Asia/Taipei' }
    expect([otherZoneOf(kept, 'Europe/Berlin'), otherZoneOf(kept, 'Asia/Taipei'), otherZoneOf(none, 'Asia/Taipei')]).toEqual(['Asia/Taipei', null, null])
    expect(keyOf(kept)).not.toBe(keyOf({ ...kept, zone: 'Europe/Berlin' }))
  })
  it.each([
    ['', '07:00'],
    ['22:00', ''],
    ['22:00', '22:00'],
  ])('are none from %s to %s', (from, to) => {
    expect(decideSettings({ discreet: false, isQuiet: true, from, to }, 'Asia/Taipei')).toBeNull()
  })
})
