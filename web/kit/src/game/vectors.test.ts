import { readFileSync } from 'node:fs'
import { sha256, sha512 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { describe, expect, it } from 'vitest'
import { quicknetKey, roundAt } from './beacon'
import { blockOf, boardOf } from './board'
import { commitmentOf } from './commitment'
import { winOf } from './prizes'
import { readDocument } from './document'
import { rootOf, type Entry } from './entries'
import { timesOf } from './period'
import { isBeaconSignature, isReceiptSignature } from './signature'
import { verifyRound, type Step } from './verify'

interface Vectors {
  beacon: { quicknetKey: string; localKey: string }
  signatures: { name: string; key: 'quicknet' | 'local'; round: number; signature: string; isValid: boolean }[]
  receipts: { name: string; key: string; text: string; signature: string; isValid: boolean }[]
  noPeriods: string[]
  periods: { period: string; openAt: string; lockAt: string; beaconRound: number }[]
  draws: {
    name: string
    period: string
    beaconRound: number
    signature: string
    entries: Entry[]
    root: string
    firstBlock?: string
    board: number[]
    wins: number[]
  }[]
  many: { rounds: number; digest: string }
  documents: { name: string; document: unknown }[]
  rejected: { name: string; step: Step; document: unknown }[]
}

const vectors = JSON.parse(readFileSync(new URL('../../../../test/vectors/game.json', import.meta.url), 'utf8')) as Vectors
const keys = { quicknet: vectors.beacon.quicknetKey, local: vectors.beacon.localKey }

/** The first step that fails, of a document as it would be opened from a file. */
function firstFailure(document: unknown): Step | undefined {
  const round = readDocument(JSON.stringify(document))
  if (round === null) throw new Error('the document is not read')
  return verifyRound(round, { beaconKey: keys.local }).find(({ verdict }) => verdict === 'failed')?.step
}

describe('the vectors that the server and the app share', () => {
  it('name the same beacon', () => {
    expect(quicknetKey).toBe(keys.quicknet)
  })

  it.each(vectors.signatures)('signature: $name', ({ key, round, signature, isValid }) => {
    expect(isBeaconSignature(keys[key], round, signature)).toBe(isValid)
  })

  it.each(vectors.receipts)('receipt: $name', ({ key, text, signature, isValid }) => {
    expect(isReceiptSignature(key, text, signature)).toBe(isValid)
  })

  it.each(vectors.noPeriods)('no period: %j', (text) => {
    expect(timesOf(text)).toBeNull()
  })

  it.each(vectors.periods)('period $period', ({ period, openAt, lockAt, beaconRound }) => {
    const times = timesOf(period)!
    expect(times).toMatchObject({ openAt: Date.parse(openAt), lockAt: Date.parse(lockAt) })
    expect(roundAt(times.beaconFrom)).toBe(beaconRound)
  })

  it.each(vectors.draws)('draw: $name', ({ period, beaconRound, signature, entries, root, firstBlock, board, wins }) => {
    const commitment = commitmentOf(period, root, beaconRound)
    expect(rootOf(entries)).toBe(root)
    if (firstBlock) expect(bytesToHex(blockOf(hexToBytes(signature), commitment, 0))).toBe(firstBlock)
    const drawn = boardOf(hexToBytes(signature), commitment)
    expect(drawn).toEqual(board)
    expect(entries.map((entry) => winOf(drawn, entry))).toEqual(wins)
  })

  it('come to the digest that a script of its own made of a thousand rounds', () => {
    const { rounds, digest } = vectors.many
    const lines = Array.from({ length: rounds }, (_, before) => {
      const n = before + 1
      const entries = Array.from({ length: (n % 50) + 1 }, (_entry, place): Entry => {
        const i = place + 1
        return { entryNo: i, box: ((n * i) % 10) + 1, amount: 100 + 10 * ((n * i) % 491) }
      })
      const root = rootOf(entries)
      const period = `20250601-${String((n % 288) + 1).padStart(3, '0')}`
      const board = boardOf(sha512(utf8ToBytes(`ETLDBOX1 vector|${n}`)).slice(0, 48), commitmentOf(period, root, n))
      return `${root}|${board.join()}|${entries.map((entry) => winOf(board, entry)).join()}\n`
    })
    expect(lines.length).toBeGreaterThanOrEqual(1000)
    expect(bytesToHex(sha256(utf8ToBytes(lines.join(''))))).toBe(digest)
  })

  it.each(vectors.documents)('round: $name', ({ document }) => {
    expect(firstFailure(document)).toBeUndefined()
  })

  it.each(vectors.rejected)('rejected: $name', ({ document, step }) => {
    expect(firstFailure(document)).toBe(step)
  })
})
