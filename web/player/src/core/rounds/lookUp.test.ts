import { readFileSync } from 'node:fs'
import type { AppInfo } from '@kit/api/contract'
import { genesisHash, walletOn, type TestBlock } from '@kit/game/chaintest'
import type { ChainReader } from '@kit/game/blocks'
import type { Held } from '@kit/game/document'
import { isReceipt, verifyRound } from '@kit/game/verify'
import { noteServerTime } from '@kit/time/clock'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { attach, chainReader, detach } from '../session/connection'
import { useSession } from '../session/store'
import { realGenesis } from '../session/world'
import type { RoundAnswer } from './contract'
import { outcomeOf } from './decideRounds'
import { exportOf, heldOf, learnEarly, lookUp, type Sources } from './lookUp'
import type { EntryReceipt } from './receipts'
import { keepNamed } from '../anchors/anchors'
import { memoryStorage } from '@kit/kept/memory'

/** A round as its player exports it. */
type Exported = RoundAnswer & { held?: Held }

interface Vectors {
  beaconKey: string
  receiptKey: string
  anchorAddress: string
  rounds: { name: string; outcome: string; step: string; document: Exported; blocks: TestBlock[] }[]
}

const { rounds, beaconKey, receiptKey, anchorAddress } = JSON.parse(
  readFileSync(new URL('../../../../../test/vectors/game_rounds.json', import.meta.url), 'utf8'),
) as Vectors
const { document: drawn, blocks } = rounds[0]!

const app = { demo: true, chainId: 56, genesisHash, beaconIsLocal: true, beaconPublicKey: beaconKey, receiptKey } as AppInfo

/** A wallet that the player connected, which stands on a chain. */
function connect(chain: ChainReader, chainId = 56): void {
  const provider: ChainReader = { request: async (asked) => (asked.method === 'eth_chainId' ? `0x${chainId.toString(16)}` : chain.request(asked)) }
  const unheard = () => undefined
  attach(
    { id: 'test.wallet', name: 'Test wallet', icon: null, provider },
    { address: `0x${'11'.repeat(20)}`, chainId, isSeen: true },
    { accountChanged: unheard, chainChanged: unheard, closed: unheard },
  )
}

/** What the app looks things up in: the platform's word, and the player's wallet. */
function sources(publishes: { address: string; since: string }[] = [{ address: anchorAddress, since: '2026-01-01T00:00:00Z' }]): Sources {
  return {
    app,
    storage: memoryStorage(),
    openChain: chainReader,
    verify: verifyRound,
    isReceipt,
    askPublished: async () => ({ receiptKeys: [{ key: receiptKey, since: '2026-01-01T00:00:00Z' }], anchorAddresses: publishes }),
  }
}

beforeEach(() => {
  detach()
  useSession.setState({ app })
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined, setTimeout, clearTimeout, setInterval, clearInterval })
  vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined, visibilityState: 'visible' })
})

/** What the device kept of the player's entry. */
function receiptOf({ held }: Exported): EntryReceipt | undefined {
  return held && { ...held, anchorAddress, isKeyNamed: true, atMs: 0 }
}

/** What was asked for, and what the device kept of it. */
const askedOf = (round: Exported) => ({ period: round.period, receipt: receiptOf(round) })

describe.each(rounds)('$name', ({ document, blocks: chain, outcome, step }) => {
  it('is judged by what the wallet sees', async () => {
    connect(walletOn(chain))
    expect(outcomeOf(await lookUp(document, askedOf(document), sources()))).toBe(outcome === 'failed' ? step : outcome)
  })

  it('is not verified without a wallet', async () => {
    expect(outcomeOf(await lookUp(document, askedOf(document), sources()))).not.toBe('ok')
  })
})

describe('a drawn round', () => {
  const found = async (given: Sources, round = drawn) => outcomeOf(await lookUp(round, askedOf(round), given))

  it.each<[string, () => void]>([
    ['stands on another chain', () => connect(walletOn(blocks), 1)],
    ["does not have the demo's first block", () => connect(walletOn(blocks, { genesis: `0x${'cd'.repeat(32)}` }))],
    ['reads nothing', () => connect({ request: async () => Promise.reject(new Error('away')) })],
    ['lacks the blocks', () => connect(walletOn([]))],
  ])('was not looked up where the wallet %s', async (_, begin) => {
    begin()
    expect(await found(sources())).toBe('unread')
  })

  it('was not looked up where the wallet moves to another chain meanwhile', async () => {
    let moved = false
    const chain = walletOn([])
    connect({
      request: async (asked) => {
        if (asked.method === 'eth_getBlockByNumber' && (asked.params as string[])[0] !== '0x0') moved = true
        return chain.request(asked)
      },
    })
    const given = sources()
    expect(await found({ ...given, openChain: async () => (moved ? null : chainReader()) })).toBe('unread')
  })

  it.each([
    ['a chain that the server chose', { chainId: 1 }, 1, realGenesis, false],
    ['a chain of the same id with another first block', {}, 56, genesisHash, false],
    ['the real chain', {}, 56, realGenesis, true],
  ] as const)('is looked up outside of a demo on the real chain alone: the wallet stands on %s', async (_, named, standsOn, genesis, isRead) => {
    useSession.setState({ app: { ...app, demo: false, genesisHash: '', ...named } })
    connect(walletOn(blocks, { genesis }), standsOn)
    expect((await chainReader()) !== null).toBe(isRead)
  })

  it("is not believed by a beacon of the server's own outside of a demo", async () => {
    const real = { ...app, demo: false, genesisHash: '' }
    useSession.setState({ app: real })
    connect(walletOn(blocks))
    expect(await found({ ...sources(), app: real })).toBe('signature')
  })

  it('is held to the address that the device kept', async () => {
    connect(walletOn(blocks))
    const stranger = sources([{ address: `0x${'99'.repeat(20)}`, since: '2026-01-01T00:00:00Z' }])
    const receipt = receiptOf(drawn)!
    vi.setSystemTime(Date.parse(drawn.lockAt) - 1)
    expect(await learnEarly(receipt, stranger)).toEqual({ anchorAddress: `0x${'99'.repeat(20)}`, isKeyNamed: true })
    vi.useRealTimers()
    // The platform names the sender of this round only now.
    expect(await found({ ...stranger, askPublished: sources().askPublished })).toBe('anchor')
  })

  it('was not looked up where nobody is known to have sent its anchor', async () => {
    connect(walletOn(blocks))
    expect(await found(sources([{ address: anchorAddress, since: drawn.lockAt.replace(':30Z', ':31Z') }]))).toBe('unread')
  })

  it('was not looked up on a device that did not make the entry', async () => {
    connect(walletOn(blocks))
    expect(outcomeOf(await lookUp(drawn, { period: drawn.period }, sources()))).toBe('unread')
    const told = { ...receiptOf(drawn)!, isTold: true }
    expect(outcomeOf(await lookUp(drawn, { period: drawn.period, receipt: told }, sources()))).toBe('unread')
    const nobodys: Exported = { ...drawn, mine: null, held: undefined }
    expect(outcomeOf(await lookUp(nobodys, { period: drawn.period }, sources()))).toBe('ok')
  })

  it('does not stand for another one that was asked for', async () => {
    connect(walletOn(blocks))
    const period = drawn.period.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
    expect(outcomeOf(await lookUp({ ...drawn, mine: null }, { period }, sources()))).toBe('entries')
    // A round that was lost long ago, in which an entry of this number stands with the same box and amount.
    expect(outcomeOf(await lookUp(drawn, { period, receipt: { ...receiptOf(drawn)!, period } }, sources()))).toBe('entries')
  })

  it('was not looked up where the sender of its anchor was named after the lock, or is another one than before it', async () => {
    connect(walletOn(blocks))
    const receipt = receiptOf(drawn)!
    for (const before of [undefined, `0x${'99'.repeat(20)}`])
      expect(outcomeOf(await lookUp(drawn, { period: drawn.period, receipt: { ...receipt, anchorAddress: before } }, sources()))).toBe('unread')
    expect(
      outcomeOf(
        await lookUp(drawn, { period: drawn.period, receipt: { ...receipt, anchorAddress: anchorAddress.toUpperCase().replace('0X', '0x') } }, sources()),
      ),
    ).toBe('ok')
  })

  it('was not looked up where the key that signed was named after the lock', async () => {
    connect(walletOn(blocks))
    const receipt = receiptOf(drawn)!
    const checks = await lookUp(drawn, { period: drawn.period, receipt: { ...receipt, isKeyNamed: false } }, sources())
    expect(checks.filter(({ verdict }) => verdict === 'unread').map(({ step }) => step)).toEqual(['root', 'receipt'])
  })

  it('is looked up where this device knew key and sender long before, whatever was learnt at the entry', async () => {
    connect(walletOn(blocks))
    const given = sources()
    vi.setSystemTime(Date.parse(drawn.lockAt) - 30 * 86_400_000)
    keepNamed(given.storage, app, await given.askPublished(), Date.now())
    vi.useRealTimers()
    const { anchorAddress: _, isKeyNamed: __, ...unlearnt } = receiptOf(drawn)!
    expect(outcomeOf(await lookUp(drawn, { period: drawn.period, receipt: unlearnt }, given))).toBe('ok')
  })

  it('is not verified by a receipt that the platform never made', async () => {
    connect(walletOn(blocks))
    const receipt = { ...receiptOf(drawn)!, receipt: 'ab'.repeat(64) }
    expect(outcomeOf(await lookUp(drawn, { period: drawn.period, receipt }, sources()))).toBe('receipt')
  })

  it('asks the platform once it was locked, and not again', async () => {
    connect(walletOn(blocks))
    const given = sources()
    const asked = vi.fn(given.askPublished)
    vi.setSystemTime(Date.parse(drawn.lockAt) + 60_000)
    await found({ ...given, askPublished: asked })
    await found({ ...given, askPublished: asked })
    expect(asked).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })
})

it('is exported with what the device kept, and not with what it was told late', () => {
  const receipt = receiptOf(drawn)!
  const published = { ...drawn, held: undefined }
  expect(exportOf(published, receipt)).toEqual({ ...published, held: heldOf(receipt) })
  expect(exportOf(published, { ...receipt, isTold: true })).toEqual(published)
  expect(exportOf(published, undefined)).toEqual(published)
})

describe('before the lock', () => {
  const receipt = receiptOf(drawn)!
  const { anchorAddress: _, isKeyNamed: __, ...asMade } = receipt

  it.each<[string, number, Partial<Sources>, Partial<EntryReceipt>, Partial<EntryReceipt>]>([
    ['who sends the anchor, and what key signs', -1, {}, {}, { anchorAddress, isKeyNamed: true }],
    ['nothing of a key that is not named', -1, {}, { receiptKey: 'ef'.repeat(32) }, { anchorAddress, outcome: 'receipt' }],
    ['nothing where the answer comes too late', 0, {}, {}, {}],
    ['nothing where there is no answer', -1, { askPublished: () => Promise.reject(new Error('away')) }, {}, {}],
    ['that a receipt proves nothing', 0, {}, { receipt: 'ab'.repeat(64) }, { outcome: 'receipt' }],
    ['that a receipt names another box', 0, {}, { box: (receipt.box % 10) + 1 }, { outcome: 'receipt' }],
    ['nothing of a receipt that cannot be looked at', 0, { isReceipt: () => Promise.reject(new Error('no worker')) }, { receipt: '' }, {}],
  ])('%s is learnt', async (_name, afterLockMs, given, made, learnt) => {
    vi.setSystemTime(Date.parse(drawn.lockAt) + afterLockMs)
    expect(await learnEarly({ ...asMade, ...made }, { ...sources(), ...given })).toEqual(learnt)
    vi.useRealTimers()
  })

  it.each([
    ['the server', -40_000, 0],
    ['this device', 0, -40_000],
  ])('nothing is learnt where the clock of %s alone says that it is', async (_name, servers, devices) => {
    const lockAt = Date.parse(drawn.lockAt)
    vi.setSystemTime(lockAt + devices)
    noteServerTime(new Date(lockAt + servers).toISOString())
    expect(await learnEarly(asMade, { ...sources(), app: { ...app, demo: false, genesisHash: '' } })).toEqual({})
    noteServerTime(new Date().toISOString())
    vi.useRealTimers()
  })
})
