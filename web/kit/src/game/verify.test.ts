import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { describe, expect, it } from 'vitest'
import { quicknet, roundAt, timeOf } from './beacon'
import { blockOf, boardOf, prizes, winOf } from './board'
import { rootOf } from './entries'
import { isBeaconSignature } from './signature'
import { isVerified, verifyRound, type Own, type Round, type Step } from './verify'

const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const root = '355df96d07784c2cdd18c777b27f0f59e4fc3b6a8538b98d66d2e560ec3c6d43'
const draw = { period: '20250601-145', root, beaconRound: 1000, signature: hexToBytes(signature) }
const entries = [
  { entryNo: 1, box: 3, amount: 100 },
  { entryNo: 2, box: 7, amount: 500 },
  { entryNo: 3, box: 3, amount: 1000 },
  { entryNo: 4, box: 10, amount: 200 },
]
// Round 1000 is real; a lock that would make it the deciding one lies in 2023.
const lockAt = new Date(timeOf(quicknet, 1000) - 15_000).toISOString()
const round: Round = {
  period: '20250601-145', lockAt, marginSeconds: 15, entries, root, beaconRound: 1000, signature, board: [25, 0, 0, 0, 14, 0, 40, 0, 0, 18],
  anchor: { text: `ETLDBOX1|20250601-145|${root}|1000`, blockTime: new Date(Date.parse(lockAt) + 9_000).toISOString() },
}
const own: Own = { entryNo: 2, box: 7, amount: 500, rootNoted: root, win: 2000 }

describe('the rules', () => {
  it('give the example of the product, step by step', () => {
    expect(rootOf(entries)).toBe(root)
    expect(rootOf([])).toBe(bytesToHex(sha256(new Uint8Array())))
    expect(bytesToHex(sha256(draw.signature))).toBe('fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd')
    expect(bytesToHex(blockOf(draw, 0))).toBe('3002dfd69125734ae27a629da1e3d787f57cc3ecc734aa5cb35bb50becd03909')
    expect(boardOf(draw)).toEqual(round.board)
    expect(entries.map((entry) => winOf(round.board, entry))).toEqual([0, 2000, 0, 360])
  })

  it('name the beacon round before it is published', () => {
    expect(roundAt(quicknet, Date.parse('2025-06-01T12:04:30+08:00') + 15_000)).toBe(18_649_107)
    expect([roundAt(quicknet, timeOf(quicknet, 7)), roundAt(quicknet, timeOf(quicknet, 7) + 1), roundAt(quicknet, 0)]).toEqual([7, 8, 1])
  })

  it('keep every prize on every board, each about as often in each box', () => {
    const boards = 2000
    const seen = Array.from({ length: 10 }, () => 0)
    for (let beaconRound = 0; beaconRound < boards; beaconRound += 1) {
      const board = boardOf({ ...draw, beaconRound })
      expect(board.toSorted((left, right) => right - left)).toEqual(prizes)
      const box = board.indexOf(40)
      seen[box] = (seen[box] ?? 0) + 1
    }
    // Five standard deviations of a tenth.
    for (const count of seen) expect(Math.abs(count - boards / 10)).toBeLessThan(5 * Math.sqrt(boards * 0.09))
  })
})

describe('the beacon', () => {
  const infinity = `c0${'0'.repeat(94)}`

  it('is known by its signature', () => {
    expect(isBeaconSignature(quicknet.publicKey, 1000, signature)).toBe(true)
  })

  it.each([
    ['another round', quicknet.publicKey, 1001, signature],
    ['a changed signature', quicknet.publicKey, 1000, signature.replace(/9$/, '8')],
    ['the point at infinity', quicknet.publicKey, 1000, infinity],
    // On the curve, but of a small order.
    ['a point outside of the group', quicknet.publicKey, 1000, `80${'0'.repeat(94)}`],
    ['nothing', quicknet.publicKey, 1000, ''],
    ['what is no number', quicknet.publicKey, 1000, 'zz'.repeat(48)],
    ['another key', `c0${'0'.repeat(190)}`, 1000, signature],
  ])('is not taken for %s', (_, key, number, given) => {
    expect(isBeaconSignature(key, number, given)).toBe(false)
  })
})

function failedSteps(changes: Partial<Round>, held: Own | null = own): Step[] {
  return verifyRound({ ...round, ...changes }, quicknet, held, isBeaconSignature).flatMap(({ step, verdict }) => (verdict === 'failed' ? [step] : []))
}

describe('a round', () => {
  it('is verified, win and empty box', () => {
    expect(verifyRound(round, quicknet, own, isBeaconSignature).map(({ verdict }) => verdict)).toEqual(Array.from({ length: 8 }, () => 'ok'))
    expect(failedSteps({}, { entryNo: 1, box: 3, amount: 100, win: 0 })).toEqual([])
  })

  it('claims nothing of what it was not shown', () => {
    const checks = verifyRound({ ...round, anchor: null }, quicknet, null, isBeaconSignature)
    expect(checks.flatMap(({ step, verdict }) => (verdict === 'open' ? [step] : []))).toEqual(['receipt', 'anchor', 'win'])
    expect(isVerified(checks)).toBe(true)
  })

  const changed = entries.map((entry) => (entry.entryNo === 3 ? { ...entry, amount: 1010 } : entry))
  const without = entries.filter(({ entryNo }) => entryNo !== 2)
  const reordered = [entries[1]!, entries[0]!, entries[2]!, entries[3]!]
  const other = rootOf(changed)

  it.each<[string, Partial<Round>, Own | undefined, Step[]]>([
    ['an entry changed', { entries: changed }, undefined, ['root']],
    ['an entry omitted', { entries: without }, undefined, ['root', 'receipt']],
    ['entries reordered', { entries: reordered }, undefined, ['entries', 'root']],
    ['an impossible box', { entries: [{ entryNo: 1, box: 11, amount: 100 }] }, undefined, ['entries', 'root', 'receipt']],
    ['another root', { root: other }, undefined, ['root', 'anchor', 'board', 'win']],
    ['list and root replaced together', { entries: changed, root: other, board: boardOf({ ...draw, root: other }), anchor: null }, undefined, ['root', 'win']],
    ['a forged signature', { signature: signature.replace(/9$/, '8') }, undefined, ['signature', 'board', 'win']],
    ['an unreadable signature', { signature: 'none' }, undefined, ['signature', 'board', 'win']],
    ['another beacon round', { beaconRound: 1001 }, undefined, ['anchor', 'beacon_round', 'signature', 'board', 'win']],
    ['another lock', { lockAt: new Date(Date.parse(lockAt) + 1000).toISOString() }, undefined, ['beacon_round']],
    ['another board', { board: [40, 0, 0, 0, 14, 0, 25, 0, 0, 18] }, undefined, ['board']],
    ['a shorter board', { board: [] }, undefined, ['board']],
    ['an anchor that came too late', { anchor: { text: round.anchor!.text, blockTime: new Date(Date.parse(lockAt) + 9_001).toISOString() } }, undefined, ['anchor']],
    ['an anchor of other words', { anchor: { ...round.anchor!, text: round.anchor!.text.replace(root, other) } }, undefined, ['anchor']],
    ['less paid than won', {}, { ...own, win: 1990 }, ['win']],
    ['an entry other than the receipt', {}, { ...own, box: 8, win: 0 }, ['receipt']],
  ])('fails with %s, and says where', (_, changes, held, wanted) => {
    expect(failedSteps(changes, held)).toEqual(wanted)
  })
})
