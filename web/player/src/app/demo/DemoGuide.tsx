import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LinkButton } from '@core/frame/LinkButton'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Icon } from '@kit/ui/Icon'
import { toast } from '@kit/ui/toast'
import { tokenBalanceKey, useTokenBalance } from '@core/deposit/tokenBalance'
import { useAnswer } from '@core/queries/useAnswer'
import { answers } from '@core/session/cache'
import { useSession } from '@core/session/store'
import { askFaucet, skipDay } from '@core/wallet/demo/faucet'
import { decideGuide, isTopUpFirst, type GuideStep } from './decideGuide'

/** What there is to try in a demo, step by step: what was done is ticked, and each step has its button. */
export function DemoGuide({ address }: { address: string }) {
  const t = useText('help')
  const done = useDone()
  const topUpFirst = !done.hasWithdrawn && isTopUpFirst(done.withdrawal)
  const steps = decideGuide(done)
  return (
    <>
      <ol aria-label={t('guide.label')} className="mt-4 flex flex-col divide-y divide-line rounded-card border border-line bg-raised px-4">
        {steps.map(({ step, isDone, isNext }, index) => (
          <li key={step} aria-current={isNext ? 'step' : undefined} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <span
              className={`fig flex size-7 shrink-0 items-center justify-center rounded-full border text-13 ${isDone ? 'border-brass bg-brass text-on-brass' : isNext ? 'border-[var(--brass)] text-brass-ink' : 'border-line text-muted'}`}
            >
              {isDone ? <Icon name="check" size={16} /> : <span aria-hidden>{index + 1}</span>}
            </span>
            <p className="min-w-32 flex-1 text-15">
              {t(step === 'withdraw' && topUpFirst ? 'guide.topUp' : `guide.${step}`)}
              {isDone && <span className="sr-only"> {t('guide.done')}</span>}
            </p>
            <Action step={step === 'withdraw' && topUpFirst ? 'topUp' : step} address={address} isNext={isNext} />
          </li>
        ))}
      </ol>
      {steps.every(({ isDone }) => isDone) && <p className="mt-3 text-15">{t('guide.all')}</p>}
    </>
  )
}

const places = { machine: '/goods?id=machineSmall', sell: '/trade', topUp: '/wallet?sheet=topup', withdraw: '/withdraw' } as const

function Action({ step, address, isNext }: { step: GuideStep | 'topUp'; address: string; isNext: boolean }): ReactNode {
  const t = useText('help')
  const kind = isNext ? 'main' : 'quiet'
  if (step === 'coins') return <Coins address={address} kind={kind} />
  if (step === 'day') return <Day kind={kind} />
  return (
    <LinkButton to={places[step]} kind={kind} size="small">
      {t(`guide.go.${step}`)}
    </LinkButton>
  )
}

function Coins({ address, kind }: { address: string; kind: 'main' | 'quiet' }) {
  const t = useText('demo')
  const fill = useMutation({
    mutationFn: askFaucet,
    onSuccess: async (isGiven) => {
      if (isGiven) toast.success(t('filled'))
      else toast.error(t('notFilled'))
      await answers.invalidateQueries({ queryKey: [tokenBalanceKey] })
    },
  })
  return (
    <Button kind={kind} size="small" busy={fill.isPending} onClick={() => fill.mutate(address)}>
      {t('fill')}
    </Button>
  )
}

function Day({ kind }: { kind: 'main' | 'quiet' }) {
  const t = useText('demo')
  const pass = useMutation({
    mutationFn: skipDay,
    onSuccess: async (isPassed) => {
      if (isPassed) toast.success(t('dayPassed'))
      else toast.error(t('dayNotPassed'))
      await answers.invalidateQueries()
    },
  })
  return (
    <Button kind={kind} size="small" busy={pass.isPending} onClick={() => pass.mutate()}>
      {t('day')}
    </Button>
  )
}

/** What of the guide this person has done, by what the platform and the wallet know: nothing is kept here. */
function useDone() {
  const token = useSession((state) =>
    state.app?.networks.find((network) => network.chainId === state.app?.chainId)?.tokens.find(({ currency }) => currency === 'USDT'),
  )
  const held = useTokenBalance(token ?? null)
  const statistics = useAnswer('/api/miner/minerStatistics', {})
  const movements = useAnswer('/api/userAccount/balanceDetail', { size: 1 })
  const market = useAnswer('/api/trade/market', {})
  const sales = useAnswer('/api/trade/records', { size: 1 })
  const withdrawals = useAnswer('/api/userAccount/myWithDraw', { size: 1 })
  const terms = useAnswer('/api/userAccount/withdrawConfig', {}).data?.networks.find(({ currency, enabled }) => currency === 'USDT' && enabled)
  return {
    held: held.data,
    withdrawal: terms,
    statistics: statistics.data,
    leastSale: market.data?.quantityMin,
    hasMoved: (movements.data?.list.length ?? 0) > 0,
    hasSold: (sales.data?.list.length ?? 0) > 0,
    hasWithdrawn: (withdrawals.data?.list.length ?? 0) > 0,
  }
}
