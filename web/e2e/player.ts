import { expect, type Locator } from '@playwright/test'
import type { Data } from '../kit/src/api/contract.ts'
import { answerTo, comeBack } from './journey.ts'
import type { Person } from './person.ts'
import type { World } from './world.ts'

const secondsToEnter = 30

type Current = Data<'/api/game/current'>
type Summary = Current['round']

/** Somebody with points, who plays by the world's clock. */
export class Player {
  private requests = 0

  private constructor(
    readonly person: Person,
    private readonly world: World,
  ) {}

  /** Gives a person 10,000 points. */
  static async of(person: Person, world: World): Promise<Player> {
    const player = new Player(person, world)
    await person.fund('200')
    expect(await player.buyPoints('10000')).toBe(200)
    return player
  }

  get page() {
    return this.person.page
  }

  get call() {
    return this.person.call
  }

  current(): Promise<Current> {
    return this.call('/api/game/current')
  }

  protection(): Promise<Data<'/api/game/limits'>> {
    return this.call('/api/game/limits')
  }

  async confirmAge(): Promise<void> {
    await this.call('/api/game/confirmAge', { confirm: 'yes' })
  }

  /** The open round, with time left to enter it: the next one, where this one's is nearly over. */
  async openRound(): Promise<Summary> {
    const { round, serverTime } = await this.current()
    const left = (Date.parse(round.lockAt) - Date.parse(serverTime)) / 1000
    if (left < secondsToEnter) await this.world.advance(Math.ceil(left + 31))
    await expect.poll(async () => (await this.current()).joinable).toBe(true)
    return (await this.current()).round
  }

  /** Enters the open round without the screen; gives the code of the answer. */
  async enter(amount: number): Promise<number> {
    const { period } = await this.openRound()
    return this.codeOf('/api/game/join', { period, box: '3', amount: String(amount) })
  }

  /** Lets a round lock. */
  async letLock({ lockAt }: Summary): Promise<void> {
    const { serverTime } = await this.current()
    await this.world.advance(Math.ceil((Date.parse(lockAt) - Date.parse(serverTime)) / 1000))
  }

  buyPoints(points: string): Promise<number> {
    return this.codeOf('/api/userAccount/convertPoints', { direction: 'in', points })
  }

  async sellPoints(points: string): Promise<void> {
    expect(await this.codeOf('/api/userAccount/convertPoints', { direction: 'out', points })).toBe(200)
  }

  exclude(kind: string): Promise<number> {
    return this.codeOf('/api/game/exclude', { kind, confirm: 'yes' })
  }

  showGame(): Promise<void> {
    return comeBack(this.page, '/trade?tab=box')
  }

  showLimits(): Promise<void> {
    return comeBack(this.page, '/trade?tab=box&view=limits')
  }

  card(name: string): Locator {
    return this.page.getByRole('region', { name })
  }

  private async codeOf(path: Parameters<typeof answerTo>[1], params: object): Promise<number> {
    this.requests += 1
    return (await answerTo(this.page, path, { ...params, requestId: `request-of-a-player-${this.requests}` })).code
  }
}
