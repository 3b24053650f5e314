import { useSyncExternalStore } from 'react'
import { deviceStorage } from '@kit/kept/storage'
import { readKept } from '@kit/kept/kept'

const givenUpKey = 'etld.sent.givenUp'
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())
const keyOf = (intentNo: string) => `etld.sent.of.${intentNo}`
const hashPattern = /^0x[0-9a-f]{64}$/i

/** A payment this device began: without a hash the wallet was asked, and nobody knows yet what became of it. */
export interface SentPayment {
  intentNo: string
  hash: string | null
  atMs: number
}

/** What this device sent for an intent. Each has a record of its own: one that is over takes no other's with it. */
export function readSent(intentNo: string): SentPayment | null {
  const kept = readKept<SentPayment>(deviceStorage, keyOf(intentNo), { intentNo: '', hash: null, atMs: 0 })
  return kept?.intentNo === intentNo ? { ...kept, hash: hashPattern.test(kept.hash ?? '') ? kept.hash : null } : null
}

/** Remembers it across a reload, before the wallet is asked and again when it gave the hash. */
export function keepSent(sent: SentPayment): void {
  deviceStorage.setItem(keyOf(sent.intentNo), JSON.stringify(sent))
  tell()
}

/** The wallet said no, or the payment is over. */
export function forgetSent(intentNo: string): void {
  deviceStorage.removeItem(keyOf(intentNo))
  tell()
}

/** The transaction of an intent that the person gave up, because the chain does not know it. */
export function readGivenUp(intentNo: string): string | null {
  const kept = readKept(deviceStorage, givenUpKey, { intentNo: '', hash: '' })
  return kept?.intentNo === intentNo && hashPattern.test(kept.hash) ? kept.hash : null
}

/** Gives a transaction up: the server may go on naming it, and the payment can be made again. */
export function giveUp(intentNo: string, hash: string): void {
  deviceStorage.setItem(givenUpKey, JSON.stringify({ intentNo, hash }))
  forgetSent(intentNo)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What this device sent for an intent and what was given up of it, also where another sheet of it did so meanwhile. */
export function useSent(intentNo: string): { sent: SentPayment | null; givenUp: string | null } {
  useSyncExternalStore(listen, () => `${deviceStorage.getItem(keyOf(intentNo))} ${deviceStorage.getItem(givenUpKey)}`)
  return { sent: readSent(intentNo), givenUp: readGivenUp(intentNo) }
}
