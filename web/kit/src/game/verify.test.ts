import { bls12_381 } from '@noble/curves/bls12-381'
import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { describe, expect, it } from 'vitest'
import { quicknetKey, roundAt, timeOf } from './beacon'
import { blockOf, boardOf } from './board'
import { commitmentOf } from './commitment'
import { prizes, winOf } from './prizes'
import { readDocument, type Held, type RoundDocument } from './document'
import { playerOf, receiptTextOf, rootOf } from './entries'
import { anchorAddress, beaconKey, beaconSignatureOf, drawnRound, entries, receiptKey, receiptOf } from './gametest'
import { timesOf } from './period'
import { isBeaconSignature } from './signature'
import { isReceipt, outcomeOf, steps, verifyRound, type Step, type Witness } from './verify'

const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const root = '355df96d07784c2cdd18c777b27f0f59e4fc3b6a8538b98d66d2e560ec3c6d43'

describe('the rules', () => {
  it('give the example of the product, step by step', () => {
    const commitment = commitmentOf('20250601-145', root, 1000)
    expect(rootOf(entries)).toBe(root)
    expect(rootOf([])).toBe(bytesToHex(sha256(new Uint8Array())))
    expect(bytesToHex(sha256(hexToBytes(signature)))).toBe('fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd')
    expect(bytesToHex(blockOf(hexToBytes(signature), commitment, 0))).toBe('3002dfd69125734ae27a629da1e3d787f57cc3ecc734aa5cb35bb50becd03909')
    const board = boardOf(hexToBytes(signature), commitment)
    expect(board).toEqual([25, 0, 0, 0, 14, 0, 40, 0, 0, 18])
    expect(entries.map((entry) => winOf(board, entry))).toEqual([0, 2000, 0, 360])
  })

  it('name the beacon round before it is published', () => {
    expect(timesOf('20250601-145')).toMatchObject({ openAt: Date.parse('2025-06-01T12:00:00+08:00'), lockAt: Date.parse('2025-06-01T12:04:30+08:00') })
    expect(roundAt(timesOf('20250601-145')!.beaconFrom)).toBe(18_649_107)
    expect([roundAt(timeOf(7)), roundAt(timeOf(7) + 1), roundAt(0)]).toEqual([7, 8, 1])
  })

  it('know a period by its number', () => {
    expect(timesOf('20250601-001')?.openAt).toBe(Date.parse('2025-05-31T16:00:00Z'))
    expect(['20250601-000', '20250601-289', '20251301-001', '20250601-1', ''].map(timesOf)).toEqual(Array(5).fill(null))
  })

  it('keep every prize on every board, each about as often in each box', () => {
    const boards = 2000
    const seen = Array.from({ length: 10 }, () => 0)
    for (let round = 0; round < boards; round += 1) {
      const board = boardOf(hexToBytes(signature), commitmentOf('20250601-145', root, round))
      expect(board.toSorted((left, right) => right - left)).toEqual(prizes)
      const box = board.indexOf(40)
      seen[box] = (seen[box] ?? 0) + 1
    }
    // Five standard deviations of a tenth.
    for (const count of seen) expect(Math.abs(count - boards / 10)).toBeLessThan(5 * Math.sqrt(boards * 0.09))
  })
})

/** The same point once more, its first coordinate written a field's size larger; a reader that reduces it takes it. */
function secondSpelling(): { round: number; signature: string } {
  const field = bls12_381.fields.Fp.ORDER
  for (let round = 1; ; round += 1) {
    const written = BigInt(`0x${beaconSignatureOf(round)}`)
    const flags = written >> 381n
    const x = (written & ((1n << 381n) - 1n)) + field
    if (x < 1n << 381n) return { round, signature: ((flags << 381n) | x).toString(16) }
  }
}

describe('the beacon', () => {
  it('is known by its signature', () => {
    expect(isBeaconSignature(quicknetKey, 1000, signature)).toBe(true)
    expect(isBeaconSignature(beaconKey, 5, beaconSignatureOf(5))).toBe(true)
  })

  it.each([
    ['another round', quicknetKey, 1001, signature],
    ['a changed signature', quicknetKey, 1000, signature.replace(/9$/, '8')],
    ['the point at infinity', quicknetKey, 1000, `c0${'0'.repeat(94)}`],
    // On the curve, but of order 3.
    ['a point outside of the group', quicknetKey, 1000, `80${'0'.repeat(94)}`],
    ['nothing', quicknetKey, 1000, ''],
    ['what is no number', quicknetKey, 1000, 'zz'.repeat(48)],
    ['a round below zero', quicknetKey, -1, signature],
    ['a broken round', quicknetKey, 0.5, signature],
    ['a key that is none', `c0${'0'.repeat(190)}`, 1000, signature],
    ['another key', beaconKey, 1000, signature],
  ])('is not taken for %s', (_, key, round, given) => {
    expect(isBeaconSignature(key, round, given)).toBe(false)
  })

  it('has one spelling: another one would draw another board', () => {
    const other = secondSpelling()
    expect(isBeaconSignature(beaconKey, other.round, beaconSignatureOf(other.round))).toBe(true)
    expect(isBeaconSignature(beaconKey, other.round, other.signature)).toBe(false)
  })
})

const period = '20260601-145'
const round = drawnRound(period, 2)
/** A reader who knows all that is published, and whose node has what the document names. */
function readerOf({ anchor, conflict }: RoundDocument): Witness {
  return { beaconKey, receiptKeys: [receiptKey], anchorAddress, search: { isFramed: true, sent: [anchor, conflict].filter((one) => one !== null) } }
}
/** What the player kept of the second entry. */
const held: Held = { ...entries[1]!, period, receipt: round.mine!.receipt, receiptKey, root: round.root }
const witness: Witness = { ...readerOf(round), period, held }

function failedSteps(changes: Partial<RoundDocument>, reader: Witness = witness): Step[] {
  return verifyRound({ ...round, ...changes }, reader).flatMap(({ step, verdict }) => (verdict === 'failed' ? [step] : []))
}

const strangerSecret = new Uint8Array(32).fill(8)
const signedByStranger: Partial<RoundDocument> = {
  receiptKey: bytesToHex(ed25519.getPublicKey(strangerSecret)),
  rootSignature: bytesToHex(ed25519.sign(utf8ToBytes(`ETLDBOX1 root|${commitmentOf(period, round.root, round.beaconRound)}`), strangerSecret)),
  mine: { ...round.mine!, receiptKey },
}

describe('a drawn round', () => {
  it('is verified whole, for every player', () => {
    expect(verifyRound(round, witness)).toEqual(steps.map((step) => ({ step, verdict: 'ok' })))
    for (const { entryNo } of entries) {
      const own = drawnRound(period, entryNo)
      const kept = { ...own.mine!, period, receiptKey }
      expect(outcomeOf(verifyRound(own, { ...readerOf(own), held: kept }))).toBe('ok')
      // Whose entry it was, the document alone says to who kept nothing.
      expect(verifyRound(own, readerOf(own)).flatMap(({ step, verdict }) => (verdict === 'unread' ? [step] : []))).toEqual(['receipt'])
    }
  })

  it('takes a receipt of the key that was in use when it was made', () => {
    const mine = { ...round.mine!, receiptKey: round.receiptKey }
    expect(failedSteps({ mine })).toEqual([])
    expect(failedSteps({ mine: { ...mine, receiptKey: beaconKey.slice(0, 64) } })).toEqual(['receipt'])
  })

  it('names the player of a receipt by the hash that his app chose', () => {
    const [player, other] = [playerOf('secret', period), playerOf('another', period)]
    const mine = { ...round.mine!, player, receipt: receiptOf(receiptTextOf(period, round.mine!, player)) }
    const own: Witness = { ...witness, held: { ...held, player, receipt: mine.receipt } }
    expect(failedSteps({ mine }, own)).toEqual([])
    // The receipt of somebody else with the same box and amount, or one that names nobody.
    expect(failedSteps({ mine: { ...mine, player: other } }, own)).toEqual(['receipt'])
    expect(failedSteps({ mine: { ...mine, player: other, receipt: receiptOf(receiptTextOf(period, mine, other)) } }, own)).toEqual(['receipt'])
    expect(failedSteps({}, own)).toEqual(['receipt'])
  })

  it('claims nothing of what does not apply', () => {
    const others = drawnRound(period)
    const checks = verifyRound(others, readerOf(others))
    expect(checks.flatMap(({ step, verdict }) => (verdict === 'open' ? [step] : []))).toEqual(['receipt', 'win'])
    expect(outcomeOf(checks)).toBe('ok')
  })

  it.each<[string, Partial<Witness>, Step[]]>([
    ['the chain', { search: undefined }, ['anchor']],
    ['who sends anchors', { anchorAddress: undefined }, ['anchor']],
    ['the published keys', { receiptKeys: undefined }, ['root', 'receipt']],
    ["the beacon's key", { beaconKey: undefined }, ['signature']],
  ])('is not called verified by somebody who did not look up %s', (_, missing, wanted) => {
    const checks = verifyRound(round, { ...witness, ...missing } as Witness)
    expect(checks.flatMap(({ step, verdict }) => (verdict === 'unread' ? [step] : []))).toEqual(wanted)
    expect(outcomeOf(checks)).toBe('unread')
  })

  const changed = entries.map((entry) => (entry.entryNo === 3 ? { ...entry, amount: 1010 } : entry))
  const other = drawnRound(period, 2, changed)
  const late = { ...round.anchor!, blockTime: new Date(Date.parse(round.anchor!.blockTime) + 1).toISOString() }

  it.each<[string, Partial<RoundDocument>, Step[]]>([
    ['an entry changed', { entries: changed }, ['root']],
    ['an entry omitted', { entries: entries.slice(0, 3) }, ['root']],
    ['my entry omitted', { entries: [entries[0]!, { ...entries[2]!, entryNo: 2 }, { ...entries[3]!, entryNo: 3 }] }, ['root', 'receipt']],
    ['entries reordered', { entries: [entries[1]!, entries[0]!, entries[2]!, entries[3]!] }, ['entries', 'root']],
    ['an impossible box', { entries: [...entries, { entryNo: 5, box: 11, amount: 100 }] }, ['entries', 'root']],
    ['an impossible amount', { entries: [...entries, { entryNo: 5, box: 1, amount: 105 }] }, ['entries', 'root']],
    ['another root', { root: other.root }, ['root', 'anchor', 'board']],
    ['list, root and board replaced, and signed', { ...other, mine: round.mine }, ['root', 'anchor', 'win']],
    ['a root nobody signed', { rootSignature: round.mine!.receipt }, ['root']],
    ['another lock', { lockAt: new Date(Date.parse(round.lockAt) + 3000).toISOString() }, ['entries']],
    ['a period that is none', { period: 'today' }, ['entries']],
    ['another period', { period: '20260601-146' }, ['entries', 'root', 'receipt', 'anchor', 'beacon_round', 'board']],
    ['a receipt of nobody', { mine: { ...round.mine!, receipt: receiptOf('x') } }, ['receipt']],
    ['no entry where I hold a receipt', { mine: null }, ['receipt']],
    ['no anchor', { anchor: null }, ['anchor']],
    ['an anchor of another root', { anchor: { ...round.anchor!, text: other.anchor!.text } }, ['anchor']],
    ['an anchor that came too late', { anchor: late }, ['anchor']],
    [
      'another beacon round',
      { beaconRound: round.beaconRound + 1, beaconSignature: beaconSignatureOf(round.beaconRound + 1) },
      ['root', 'anchor', 'beacon_round', 'board'],
    ],
    ['the key of another beacon', { beaconKey: quicknetKey }, ['signature']],
    ['another beacon', { beaconKey: quicknetKey, beaconRound: 1000, beaconSignature: signature }, ['root', 'anchor', 'beacon_round', 'signature', 'board']],
    ['a forged signature', { beaconSignature: beaconSignatureOf(round.beaconRound + 1) }, ['signature', 'board']],
    ['an unreadable signature', { beaconSignature: 'none' }, ['signature', 'board']],
    ['another board', { board: round.board.toReversed() }, ['board']],
    ['no board', { board: [] }, ['board']],
    ['another amount paid', { mine: { ...round.mine!, win: round.mine!.win + 10 } }, ['win']],
    ['a round that is not over', { state: 'open' }, ['board']],
  ])('fails with %s, and says where', (_, changes, wanted) => {
    const found = failedSteps(changes)
    // A changed list draws another board, on which the same box may by chance hold the same.
    expect(found.filter((step) => step !== 'win' || wanted.includes('win'))).toEqual(wanted)
    expect(found.length).toBeGreaterThan(0)
  })

  it('is held to the receipt keys that are published', () => {
    expect(failedSteps({}, { ...witness, receiptKeys: [beaconKey.slice(0, 64), receiptKey] })).toEqual([])
    expect(failedSteps({}, { ...witness, receiptKeys: [beaconKey.slice(0, 64)] })).toEqual(['root', 'receipt'])
    expect(failedSteps({}, { ...witness, receiptKeys: [] })).toEqual(['root', 'receipt'])
    // Its own receipt is genuine; the root was signed with a key made for it.
    expect(failedSteps(signedByStranger, { beaconKey })).toEqual([])
    expect(failedSteps(signedByStranger, { ...witness, receiptKeys: [receiptKey] })).toEqual(['root'])
  })

  it('does not stand against another receipt or another root that was noted', () => {
    expect(failedSteps({}, { ...witness, held: { ...held, box: 8 } })).toEqual(['receipt'])
    expect(failedSteps({}, { ...witness, held: { ...held, root: other.root } })).toEqual(['root'])
  })

  it('is none but the one that was asked for', () => {
    const others = drawnRound(period)
    expect(failedSteps(others, { ...readerOf(others), period: '20260601-144' })).toEqual(['entries'])
    expect(failedSteps({}, { ...witness, held: { ...held, period: '20260601-144' } })).toEqual(['receipt'])
  })

  it('is held to the receipt that the player kept, where he gives it or exported it', () => {
    const without = { mine: null, entries: [entries[0]!, { ...entries[2]!, entryNo: 2 }, { ...entries[3]!, entryNo: 3 }] }
    const cheated = { ...drawnRound(period, null, without.entries), held }
    expect(outcomeOf(verifyRound({ ...cheated, held: undefined }, readerOf(cheated)))).toBe('ok')
    expect(failedSteps(cheated, readerOf(cheated))).toEqual(['root', 'receipt'])
    expect(failedSteps(cheated, { ...readerOf(cheated), held: { ...held, root: undefined } })).toEqual(['receipt'])
    // One that the platform never made proves nothing, and is told.
    for (const receipt of ['', 'ab'.repeat(64), receiptOf('x')]) {
      expect(failedSteps({}, { ...witness, held: { ...held, receipt } })).toEqual(['receipt'])
      expect(isReceipt({ ...held, receipt })).toBe(false)
    }
    expect(isReceipt(held)).toBe(true)
    expect(failedSteps({}, { ...witness, held: { ...held, receiptKey: beaconKey.slice(0, 64) } })).toEqual(['receipt'])
  })
})

describe('a refunded round', () => {
  const refunded: Partial<RoundDocument> = { state: 'refunded', board: [], mine: { ...round.mine!, win: 0 } }

  const second = { ...round.anchor!, txHash: '0x3', text: `ETLDBOX1|${period}|00|1` }

  it.each<[string, Partial<RoundDocument>, Step[]]>([
    ['without an anchor', { reason: 'no_anchor', anchor: null }, []],
    ['with an anchor, which says it has none', { reason: 'no_anchor' }, ['anchor']],
    ['with two', { reason: 'conflicting_anchor', conflict: second }, []],
    ['with an anchor of another list', { reason: 'other_anchor', anchor: { ...second, txHash: '0x2' } }, []],
    ['with its own anchor, which says it is of another list', { reason: 'other_anchor' }, ['anchor']],
    [
      'with two, which says that there is one',
      { reason: 'other_anchor', anchor: second, conflict: { ...second, txHash: '0x4', text: `${second.text}1` } },
      ['anchor'],
    ],
    ['with two of which one is not shown', { reason: 'conflicting_anchor' }, ['anchor']],
    ['without a beacon', { reason: 'no_beacon', beaconSignature: '' }, []],
    ['with a beacon, which says it has none', { reason: 'no_beacon' }, ['signature']],
    ['without a reason', { reason: '' }, ['anchor']],
    ['with a board', { reason: 'no_anchor', anchor: null, board: round.board }, ['board']],
    ['with a win', { reason: 'no_anchor', anchor: null, mine: { ...round.mine!, win: 10 } }, ['board']],
  ])('%s', (_, changes, wanted) => {
    const changed = { ...round, ...refunded, ...changes }
    expect(failedSteps(changed, { ...readerOf(changed), held })).toEqual(wanted)
  })

  it('for the anchor of another list is not looked up by who did not keep its root', () => {
    const other = { ...round, state: 'refunded', reason: 'other_anchor', board: [], mine: null, anchor: { ...round.anchor!, text: `ETLDBOX1|${period}|00|1` } }
    expect(verifyRound(other, readerOf(other)).flatMap(({ step, verdict }) => (verdict === 'unread' ? [step] : []))).toEqual(['anchor'])
  })
})

describe('an exported round', () => {
  it('is read as it was written', () => {
    expect(readDocument(JSON.stringify(round))).toEqual(round)
    expect(readDocument(JSON.stringify({ ...round, held }))).toEqual({ ...round, held })
  })

  it.each([
    '',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...round, entries: [{}] }),
    JSON.stringify({ ...round, board: ['4'] }),
    JSON.stringify({ ...round, mine: {} }),
    JSON.stringify({ ...round, anchor: 1 }),
    JSON.stringify({ ...round, held: { period } }),
    JSON.stringify({ ...round, held: { ...held, root: 1 } }),
  ])('is not read from %.20s', (text) => {
    expect(readDocument(text)).toBeNull()
  })
})
