import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { useSearchState } from '@core/frame/useSearchState'
import { answers } from '@core/session/cache'
import { Explained } from '@core/words/Explained'
import { compareAmounts, shareOf } from '@kit/amount/compare'
import { useFigures } from '@kit/amount/useFigures'
import { Gauge } from '@kit/art/Gauge'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { Card } from '@kit/ui/Card'
import { EmptyState } from '@kit/ui/EmptyState'
import { AmountFact, Facts, FigureFact, TimeFact } from '@kit/ui/Facts'
import { Skeletons } from '@kit/ui/Loading'
import { NumberedRules } from '@kit/ui/NumberedRules'
import { Segmented } from '@kit/ui/Segmented'
import { Verbatim } from '@kit/ui/Verbatim'
import { oneOf } from '@kit/words/oneOf'
import { FriendList } from '../FriendList'
import { useTeam } from '../api'
import type { Summary } from '../contract'
import { Rewards } from './Rewards'
import { depthIn, missingFor, rewardTypes, tabs } from './decideTeam'

/** My team: the level and how it comes about, what it has brought, and who belongs to it. */
export function TeamScreen() {
  const t = useText('team')
  const [search, show] = useSearchState()
  const tab = oneOf(tabs, search.get('tab')) ?? 'level'
  const team = useTeam()
  return (
    <Screen title={t('title')} onRefresh={() => answers.invalidateQueries()}>
      <div className="flex flex-col gap-4">
        <Segmented label={t('tab.label')} value={tab} onChange={(next) => show({ tab: next })} of={tabs} nameOf={(one) => t(`tab.${one}`)} />
        <Answer of={team} waiting={<Skeletons heights={['480px', '300px']} />}>
          {(data) => (
            <>
              {tab === 'level' && <Overview team={data} />}
              {tab === 'rewards' && (
                <Rewards team={data} type={oneOf(rewardTypes, search.get('type')) ?? 'referral_rewards'} onType={(type) => show({ type })} />
              )}
              {tab === 'friends' && <Friends team={data} depth={depthIn(search.get('depth'))} onDepth={(depth) => show({ depth: String(depth) })} />}
            </>
          )}
        </Answer>
      </div>
    </Screen>
  )
}

function Overview({ team }: { team: Summary }) {
  const t = useText('team')
  return (
    <>
      <LevelCard team={team} />
      {team.team === 0 && (
        <div className="rounded-card border border-line bg-sunk p-4">
          <p className="text-15">{t('alone')}</p>
          <div className="mt-3">
            <LinkButton to="/share" kind="main" wide>
              {t('toShare')}
            </LinkButton>
          </div>
        </div>
      )}
      <TeamFacts team={team} />
      <section>
        <h2 className="mb-2 text-18 font-semibold">{t('rules')}</h2>
        <NumberedRules rules={[t('rule.team'), t('rule.level'), t('rule.gift'), t('rule.masked')]} />
      </section>
    </>
  )
}

/** How large the team is, and what its machines come to. */
function TeamFacts({ team }: { team: Summary }) {
  const t = useText('team')
  return (
    <section>
      <h2 className="mb-2 text-18 font-semibold">{t('facts')}</h2>
      <Facts framed>
        <FigureFact name={t('fact.direct')} value={team.direct} />
        <FigureFact name={t('fact.team')} note={t('fact.team.note')} value={team.team} />
        <AmountFact name={t('fact.performance')} value={team.performance} currency="USDT" note={t('fact.performance.note')} strong />
        <AmountFact name={t('fact.month')} value={team.performanceMonth} currency="USDT" />
        <AmountFact name={t('fact.today')} value={team.performanceToday} currency="USDT" />
        <AmountFact name={t('fact.principal')} value={team.principal} currency="USDT" own />
      </Facts>
    </section>
  )
}

/** The team by depth: how many stand there, what they contribute, and who they are, masked. */
function Friends({ team, depth, onDepth }: { team: Summary; depth: number; onDepth: (depth: number) => void }) {
  const t = useText('team')
  const here = team.depths.find((one) => one.depth === depth)
  return (
    <section className="flex flex-col gap-4">
      <div>
        <p className="mb-2 text-15 text-muted">{t('depth.label')}</p>
        <Segmented
          label={t('depth.label')}
          value={String(depth)}
          onChange={(value) => onDepth(Number(value))}
          of={team.depths.map((one) => String(one.depth))}
        />
      </div>
      {here && (
        <p className="text-15">
          {t('depth.sum', { count: here.friends })} · <Amount value={here.performance} currency="USDT" />
        </p>
      )}
      <FriendList
        key={depth}
        depth={depth}
        empty={
          <EmptyState
            title={t('depth.empty')}
            hint={t(depth === 1 ? 'alone' : 'depth.empty.hint')}
            action={<LinkButton to="/share">{t('toShare')}</LinkButton>}
          />
        }
      />
    </section>
  )
}

/** The level, where it is from, and how far the next one is. */
function LevelCard({ team }: { team: Summary }) {
  const t = useText('team')
  const { percent } = useFigures()
  const { level, levelEarned, levelGift, next } = team
  return (
    <Card label={t('level.label')}>
      <div className="relative mx-auto w-full max-w-72">
        <Gauge share={next ? shareOf(next.qualified, next.performance) : 1} />
        <p className="absolute inset-x-0 bottom-0 text-center">
          <span className="block text-13 text-muted">{t('level.label')}</span>
          <Verbatim look="fig block text-40 leading-tight font-semibold">V{level}</Verbatim>
        </p>
      </div>
      {level > 0 && (
        <p className="mt-2 text-center text-13 text-muted">
          {levelGift > levelEarned ? t('level.gift', { gift: levelGift, earned: levelEarned }) : t('level.earned')}
        </p>
      )}
      {next ? <Next next={next} /> : <p className="mt-4 text-center text-15">{t('level.highest')}</p>}
      <div aria-hidden className="rule my-3" />
      <Facts>
        <FigureFact name={t('acceleration')} note={t('acceleration.note')} value={`+${percent(team.acceleration)}`} />
        <TimeFact name={t('level.at')} at={team.levelsAt} />
        <TimeFact name={t('level.nextAt')} at={team.nextLevelsAt} />
      </Facts>
    </Card>
  )
}

function Next({ next }: { next: NonNullable<Summary['next']> }) {
  const t = useText('team')
  const { money } = useFigures()
  const level = next.level
  const missing = missingFor(next)
  return (
    <div className="mt-4">
      <h2 className="text-16 font-semibold">{t('next.title', { level })}</h2>
      <p className="fig mt-1 text-18 font-semibold break-words">
        {t('next.progress', { qualified: money(next.qualified, 'USDT'), performance: money(next.performance, 'USDT') })}
      </p>
      <p className="text-13 text-muted">
        <Explained word="performance">{t('next.what')}</Explained>
      </p>
      <p className="mt-1 text-13 text-muted">{t('next.legs', { most: money(next.legMost, 'USDT') })}</p>
      {(missing === 'principal' || missing === 'both') && (
        <p className="mt-2 text-15">{t('next.principal', { missing: money(next.principalMissing, 'USDT') })}</p>
      )}
      {missing === 'night' && <p className="mt-2 text-15">{t('next.night', { level })}</p>}
      {compareAmounts(next.reward, '0') > 0 && <p className="mt-2 text-13 text-muted">{t('next.reward', { level, reward: money(next.reward, 'USDT') })}</p>}
    </div>
  )
}
