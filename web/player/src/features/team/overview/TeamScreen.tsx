import { oneOf } from '@kit/words/oneOf'
import { LinkButton } from '@core/frame/LinkButton'
import { Screen } from '@core/frame/Screen'
import { useSearchState } from '@core/frame/useSearchState'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Answer } from '@kit/ui/Answer'
import { EmptyState } from '@kit/ui/EmptyState'
import { AmountFact, Fact, Facts } from '@kit/ui/Facts'
import { Skeletons } from '@kit/ui/Loading'
import { NumberedRules } from '@kit/ui/NumberedRules'
import { Segmented } from '@kit/ui/Segmented'
import { useQueryClient } from '@tanstack/react-query'
import { FriendList } from '../FriendList'
import { useTeam } from '../api'
import type { Summary } from '../contract'
import { LevelCard } from './LevelCard'
import { Rewards } from './Rewards'
import { depthIn, rewardTypes, tabs, type Tab } from './decideTeam'

/** My team: the level and how it comes about, what it has brought, and who belongs to it. */
export function TeamScreen() {
  const t = useText('team')
  const answers = useQueryClient()
  const [search, show] = useSearchState()
  const tab = oneOf(tabs, search.get('tab')) ?? 'level'
  const team = useTeam()
  return (
    <Screen title={t('title')} onRefresh={() => answers.invalidateQueries()}>
      <div className="flex flex-col gap-4">
        <Segmented<Tab>
          label={t('tab.label')}
          value={tab}
          onChange={(next) => show({ tab: next })}
          options={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        />
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
        <Fact name={t('fact.direct')}>
          <span className="fig">{team.direct}</span>
        </Fact>
        <Fact name={t('fact.team')} note={t('fact.team.note')}>
          <span className="fig">{team.team}</span>
        </Fact>
        <AmountFact name={t('fact.performance')} value={team.performance} currency="USDT" note={t('fact.performance.note')} strong />
        <AmountFact name={t('fact.month')} value={team.performanceMonth} currency="USDT" />
        <AmountFact name={t('fact.today')} value={team.performanceToday} currency="USDT" />
        <AmountFact name={t('fact.principal')} value={team.principal} currency="USDT" own />
      </Facts>
    </section>
  )
}

interface FriendsProps {
  team: Summary
  depth: number
  onDepth: (depth: number) => void
}

/** The team by depth: how many stand there, what they contribute, and who they are, masked. */
function Friends({ team, depth, onDepth }: FriendsProps) {
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
          options={team.depths.map((one) => ({ value: String(one.depth), label: String(one.depth) }))}
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
