import type { AppInfo } from '@kit/api/contract'
import { serverNow } from '@kit/time/clock'

/** By what a demo is told from what is real. */
export type World = Pick<AppInfo, 'demo' | 'genesisHash'>

/** The first block of the real chain, whose id a demo shares. */
export const realGenesis = '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b'

/** The demo that this is, by its chain's first block; empty where it is none, whatever the server says of a first block. */
export function demoOf({ demo, genesisHash }: World): string {
  const genesis = genesisHash.toLowerCase()
  return demo && genesis !== realGenesis ? genesis : ''
}

/** Under which key this device keeps something of the platform's: what is real has one place, so that a server cannot have it forgotten. */
export function keyIn(world: World, key: string): string {
  const demo = demoOf(world)
  return demo === '' ? key : `${key}.${demo}`
}

/**
 * The latest that it may be: a server whose clock is slow has nothing count as early. A demo's clock is moved, and may
 * stand days before this device's.
 */
export function latestNow(world: World): number {
  return demoOf(world) === '' ? Math.max(Date.now(), serverNow()) : serverNow()
}
