import type { Data, Params } from '@kit/api/contract'
import type { PushReach } from '@core/session/pushDevice'

export type PushSettings = Data<'/api/push/settings'>

/** What the screen offers for this device. */
type PushOffer = 'unavailable' | PushReach

/** Where the platform tells nobody, no browser is asked to. */
export function decideOffer(publicKey: string, reach: PushReach): PushOffer {
  return publicKey === '' ? 'unavailable' : reach
}

/** Quiet hours as they are entered. */
interface Wanted {
  discreet: boolean
  isQuiet: boolean
  from: string
  to: string
}

/** Quiet hours that were never set begin as a night. */
export function wantedOf({ discreet, quietFrom, quietTo }: PushSettings): Wanted {
  return { discreet, isQuiet: quietFrom !== '', from: quietFrom || '22:00', to: quietTo || '07:00' }
}

/** What is sent, or null where the hours are none. */
export function decideSettings({ discreet, isQuiet, from, to }: Wanted, zone: string): Params<'/api/push/setSettings'> | null {
  if (!isQuiet) return { discreet }
  return from === '' || to === '' || from === to ? null : { discreet, quietFrom: from, quietTo: to, zone }
}

/** What is entered begins anew where another device, or a later answer, says something else. */
export function keyOf({ discreet, quietFrom, quietTo, zone }: PushSettings): string {
  return `${discreet} ${quietFrom} ${quietTo} ${zone}`
}

/** The zone that quiet hours are kept by where it is not this device's: somebody travelled, or set them elsewhere. */
export function otherZoneOf({ quietFrom, zone }: PushSettings, deviceZone: string): string | null {
  return quietFrom !== '' && zone !== deviceZone ? zone : null
}
