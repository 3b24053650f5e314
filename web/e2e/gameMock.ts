import type { BrowserContext, Page, Route } from '@playwright/test'
import type { Data, Path, Row } from '../kit/src/api/contract.ts'
import { blocksOf, walletOn } from '../kit/src/game/chaintest.ts'
import { receiptTextOf } from '../kit/src/game/entries.ts'
import { anchorAddress, beaconKey, drawnRound, receiptKey, receiptOf } from '../kit/src/game/gametest.ts'
import { winOf } from '../kit/src/game/prizes.ts'
import type { RoundDocument } from '../kit/src/game/document.ts'
import { answered, changeAnswer, refused } from './mocks.ts'
import { walletOf, type TestWallet } from './testWallet.ts'

type Current = Data<'/api/game/current'>
type Summary = Current['round']
type Document = Data<'/api/game/round'>

const period = '20260601-145'

/** How the mock's round of this moment stands. */
export interface Scene {
  /** Seconds since the round opened. */
  at: number
  state: Summary['state']
  reason?: Current['reason']
  points?: number
  entries?: number
  /** The player's entry in it. */
  mine?: { box: number; amount: number }
  /** The round that is over: drawn with the player's entry of this number, or refunded; its receipt may have been held for so many seconds, and the platform may say that nobody took part, or that there was no such round. */
  previous?: {
    period: string
    mineNo: number
    refundedFor?: Document['reason']
    spoilt?: boolean
    waits?: boolean
    gone?: 'empty' | 'missing'
    heldFor?: number
  }
  hasHistory?: boolean
  /** A long player's rounds: so many of them, page by page. */
  rounds?: number
  guard?: 'no_age' | 'on_break' | 'never_again' | 'reality' | 'limit'
  /** A raise of the limit of stakes waits, or can be confirmed. */
  raise?: 'waiting' | 'ready'
  /** The receipt key changed since the round, and the round's is published as an earlier one, or is nobody's. */
  receiptKeys?: 'rotated' | 'stranger'
  /** What the wallet sees of the chain: somebody else sent the anchor, or nothing can be read. Otherwise what the round names. */
  chain?: 'foreign' | 'away'
}

/** The server's pages have as many rows. */
const pageRows = 20
const periodsPerDay = 288

/** The number of the period that was so many minutes ago. */
export function periodAgo(minutes: number): string {
  const at = new Date(Date.now() - minutes * 60_000 + 8 * 3_600_000).toISOString()
  const number = Math.floor((Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16))) / 5) + 1
  return `${at.slice(0, 10).replaceAll('-', '')}-${String(number).padStart(3, '0')}`
}

/** The number of a period that many before the mock's. */
function periodBefore(rounds: number): string {
  const [day = '', number] = period.split('-')
  const at = Number(number) - 1 - rounds
  const on = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)) + Math.floor(at / periodsPerDay)))
  return `${on.toISOString().slice(0, 10).replaceAll('-', '')}-${String((((at % periodsPerDay) + periodsPerDay) % periodsPerDay) + 1).padStart(3, '0')}`
}

const mockedMethods = ['eth_getBlockByNumber', 'eth_getTransactionByHash', 'eth_getTransactionCount']

const otherKey = 'ef'.repeat(32)

const rounds = new Map<string, RoundDocument>()

/** A drawn round, which is signed once. */
function roundOf(of: string, mineNo: number | null = null): RoundDocument {
  const name = `${of} ${mineNo}`
  const round = rounds.get(name) ?? drawnRound(of, mineNo)
  rounds.set(name, round)
  return round
}

/** The game's calls as a server answers them, over a real world: for states that a real one does not take on demand. */
export class GameMock {
  scene: Scene = { at: 30, state: 'open' }
  private openAt = Date.now()
  private genesis = ''

  /** Begins a scene: its round opened so many seconds ago. */
  begin(scene: Scene): void {
    this.scene = scene
    this.openAt = Date.now() - scene.at * 1000
  }

  /** Answers the calls of a phone's game. Its scenes stand in the time of this machine, so the server tells that time too. */
  async install(context: BrowserContext): Promise<void> {
    await context.addInitScript(placeReceipts, receiptsKey)
    await changeAnswer(context, '/api/open/app', (app) => {
      this.genesis = app.genesisHash
      return {
        ...app,
        serverTime: new Date().toISOString(),
        beaconPublicKey: beaconKey,
        beaconIsLocal: true,
        receiptKey: this.scene.receiptKeys ? otherKey : receiptKey,
      }
    })
    const anchorAddresses = [{ address: anchorAddress, since: '2026-01-01T00:00:00Z' }]
    await changeAnswer(context, '/api/open/gameChain', (chain) => ({ ...chain, receiptKeys: this.publishedKeys(), anchorAddresses, rounds: [] }))
    const wallet = walletOf(context)
    if (wallet) this.showChain(wallet)
    // The wallet may be shown on another phone, which stands on the real chain.
    context.once('close', () => mockedMethods.forEach((method) => wallet?.answers.delete(method)))
    const answer = <P extends Path>(path: P, answerTo: (route: Route) => Data<P>) =>
      context.route(
        (url) => url.pathname === path,
        (route) => route.fulfill(answered(path, answerTo(route))),
      )
    await answer('/api/game/current', () => this.current())
    await answer('/api/game/round', () => this.document())
    await context.route(
      (url) => url.pathname === '/api/game/round' && this.scene.previous?.gone === 'missing',
      (route) => route.fulfill(refused(1005, 'Not found')),
    )
    await answer('/api/game/history', (route) => this.page(route, this.history()))
    await answer('/api/game/myRecord', (route) => this.page(route, this.record()))
    await answer('/api/game/limits', () => this.protection())
    await answer('/api/miner/ztGameTj', () => this.statistics())
  }

  /** Lets a wallet stand on a chain that has what the round before names. */
  private showChain(wallet: TestWallet): void {
    for (const method of mockedMethods)
      wallet.answers.set(method, (params) => {
        const isGenesis = method === 'eth_getBlockByNumber' && params[0] === '0x0'
        if (this.scene.chain === 'away' && !isGenesis) throw new Error('the node is away')
        const blocks = blocksOf(this.drawn())
        if (this.scene.chain === 'foreign') for (const one of blocks.flatMap(({ sent }) => sent)) one.from = `0x${'99'.repeat(20)}`
        return walletOn(blocks, { genesis: this.genesis }).request({ method, params })
      })
  }

  private publishedKeys() {
    const keys = { rotated: [otherKey, receiptKey], stranger: [otherKey], none: [receiptKey] }[this.scene.receiptKeys ?? 'none']
    return keys.map((key) => ({ key, since: this.isoAfter(0) }))
  }

  /** A page of a list: the few rows, or those of a long player, one for each period. */
  private page<Row extends { period: string }>(route: Route, few: Row[]): { list: Row[]; nextCursor: string; hasMore: boolean } {
    const { hasHistory, rounds } = this.scene
    if (rounds === undefined || hasHistory === false) return { list: hasHistory === false ? [] : few, nextCursor: '', hasMore: false }
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') || 0)
    const to = Math.min(from + pageRows, rounds)
    const list = Array.from({ length: to - from }, (_, index) => ({ ...few[(from + index) % few.length]!, period: periodBefore(from + index) }))
    return { list, nextCursor: to < rounds ? String(to) : '', hasMore: to < rounds }
  }

  private current(): Current {
    const { scene } = this
    return {
      serverTime: new Date().toISOString(),
      round: this.summary(period, scene.state, scene.entries ?? 3, scene.mine),
      previous: this.summary('20260601-144', 'empty', 0),
      joinable: scene.state === 'open' && (scene.reason ?? '') === '',
      reason: scene.reason ?? (scene.state === 'open' ? '' : 'closed'),
      gamePoints: scene.points ?? 12_340,
      stakeMin: 100,
      stakeMax: 5000,
      stakeStep: 10,
      odds: [],
      returnRate: '0.97',
      edge: '0.03',
    }
  }

  private isoAfter(seconds: number): string {
    return new Date(this.openAt + seconds * 1000).toISOString()
  }

  private summary(of: string, state: Summary['state'], entries: number, mine?: { box: number; amount: number }): Summary {
    return {
      period: of,
      openAt: this.isoAfter(0),
      lockAt: this.isoAfter(270),
      drawAt: this.isoAfter(290),
      beaconRound: 18_649_107,
      beaconAt: this.isoAfter(285),
      state,
      reason: '',
      entries,
      stakes: entries * 600,
      prizes: 0,
      root: '',
      board: [],
      mine: mine
        ? { ...mine, entryNo: 2, state: 'not_drawn', win: 0, receipt: receiptOf(receiptTextOf(of, { ...mine, entryNo: 2 })), receiptKey, player: '' }
        : null,
    }
  }

  private drawn(): RoundDocument {
    const { previous } = this.scene
    const round = roundOf(previous?.period ?? '20260601-144', previous?.mineNo ?? null)
    if (previous?.refundedFor)
      return {
        ...round,
        state: 'refunded',
        reason: previous.refundedFor,
        board: [],
        anchor: previous.refundedFor === 'no_anchor' ? null : round.anchor,
        beaconSignature: '',
        mine: round.mine && { ...round.mine, win: 0 },
      }
    if (previous?.gone) return { ...round, state: 'empty', entries: [], root: '', anchor: null, board: [], beaconSignature: '', mine: null }
    if (previous?.waits) return { ...round, state: 'waiting', board: [], beaconSignature: '', mine: round.mine && { ...round.mine, win: 0 } }
    return previous?.spoilt ? { ...round, entries: round.entries.map((entry) => (entry.entryNo === 3 ? { ...entry, amount: 1010 } : entry)) } : round
  }

  private document(): Document {
    const round = this.drawn()
    const state = round.state === 'refunded' ? 'refunded' : round.state === 'waiting' ? 'not_drawn' : (round.mine?.win ?? 0) > 0 ? 'won' : 'no_prize'
    return { ...round, mine: round.mine && { ...round.mine, receiptKey: round.receiptKey, state } } as Document
  }

  private history(): Summary[] {
    const { board, entries } = roundOf('20260601-144')
    const stakes = entries.reduce((sum, { amount }) => sum + amount, 0)
    const prizes = entries.reduce((sum, entry) => sum + winOf(board, entry), 0)
    const drawn: Summary = { ...this.summary('20260601-144', 'drawn', entries.length), stakes, prizes, board: [...board] }
    const refunded: Summary = { ...this.summary('20260601-142', 'refunded', 2), reason: 'no_anchor' }
    return [drawn, this.summary('20260601-143', 'empty', 0), refunded, { ...drawn, period: '20260601-141' }, { ...this.summary('20260601-140', 'empty', 0) }]
  }

  private record(): Row<'/api/game/myRecord'>[] {
    const row = { entryNo: 2, box: 7, amount: 500, win: 0, net: 0, receipt: '', at: this.isoAfter(-600) }
    return [
      { ...row, period, state: 'not_drawn' },
      { ...row, period: '20260601-144', state: 'won', win: 2000, net: 1500 },
      { ...row, period: '20260601-143', state: 'no_prize', net: -500 },
      { ...row, period: '20260601-142', state: 'refunded' },
    ]
  }

  private protection(): Data<'/api/game/limits'> {
    const { guard, raise } = this.scene
    const limit = { limit: 10_000, most: 50_000, used: 0, rest: 10_000, raise: null, raiseFrom: null }
    return {
      stake: raise ? { ...limit, used: 2500, rest: 7500, raise: 20_000, raiseFrom: this.isoAfter(raise === 'ready' ? -60 : 80_000) } : limit,
      loss: { limit: 5000, most: 20_000, used: guard === 'limit' ? 4960 : -300, rest: guard === 'limit' ? 40 : 5300, raise: null, raiseFrom: null },
      dayEndsAt: this.isoAfter(3600),
      serverTime: new Date().toISOString(),
      adultAt: guard === 'no_age' ? null : this.isoAfter(-86_400),
      break:
        guard === 'on_break'
          ? { kind: '7d', from: this.isoAfter(-3600), until: this.isoAfter(600_000) }
          : guard === 'never_again'
            ? { kind: 'permanent', from: this.isoAfter(-3600), until: null }
            : null,
      reality: { isDue: guard === 'reality', since: this.isoAfter(-3600), elapsedSeconds: 3600, rounds: 12, staked: 6000, won: 4400, net: -1600 },
    }
  }

  private statistics(): Data<'/api/miner/ztGameTj'> {
    const span = { rounds: 3, staked: 1500, won: 2000, net: 500, elapsedSeconds: 900 }
    const { scene } = this
    const some = { rounds: 1234, voids: 2, stakes: 812_300, prizes: 790_010, actualReturn: '0.9726', bandLow: '0.9431', bandHigh: '0.9969' }
    const none = { rounds: 0, voids: 0, stakes: 0, prizes: 0, actualReturn: '', bandLow: '', bandHigh: '' }
    return {
      ...this.summary(period, scene.state, 0),
      serverTime: new Date().toISOString(),
      odds: [],
      limits: { dayStake: 10_000, dayLoss: 5000, dayRest: 10_000, lossRest: 5300 },
      returnRate: '0.97',
      edge: '0.03',
      mine: {
        today: span,
        thirtyDays: { ...span, rounds: 41, staked: 20_500, won: 17_200, net: -3300 },
        total: { ...span, rounds: 1, staked: 500, won: 500, net: 0 },
      },
      platform: scene.hasHistory === false ? none : some,
    }
  }
}

/** What the next page finds on the device, and the key of it. */
const receiptsKey = 'receiptsOfTheNextPage'

/** Lets the next page find one receipt on the device, as if the player had joined the round before there, or none. The world's clock may be days behind this machine's: an old receipt is older than that. */
export async function keepReceipt(page: Page, previous?: Scene['previous']): Promise<void> {
  await page.evaluate(([key, receipts]) => localStorage.setItem(key!, receipts!), [receiptsKey, JSON.stringify(previous ? [receiptFor(previous)] : [])])
}

function receiptFor({ period: held, mineNo, heldFor = 0 }: NonNullable<Scene['previous']>) {
  const { mine } = roundOf(held, mineNo)
  const { box, amount, receipt } = mine!
  return { period: held, entryNo: mineNo, box, amount, receipt, receiptKey, anchorAddress, isKeyNamed: true, atMs: Date.now() - heldFor * 1000 }
}

/** Runs in the page before anything else, when the page before can no longer write down what came of a round. */
function placeReceipts(key: string): void {
  if (location.origin === 'null') return
  const receipts = localStorage.getItem(key)
  if (receipts === null) return
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith('etld.game.'))) localStorage.removeItem(name)
  const { userInfo } = JSON.parse(localStorage.getItem('etld.session') ?? '{}') as { userInfo: { id: string } }
  localStorage.setItem(`etld.game.${userInfo.id}`, receipts)
  localStorage.removeItem(key)
}
