import { useEffect, useState } from 'react'
import { LinkButton } from '@core/frame/LinkButton'
import { Gauge } from '@kit/art/Gauge'
import { signOf } from '@kit/amount/format'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Button } from '@kit/ui/Button'
import { Sheet } from '@kit/ui/Sheet'
import { useAnswer } from '@core/queries/useAnswer'

const fillMs = 1_200

interface FirstIncomeSheetProps {
  totalInterest: string
  totalEtld: string
  onShown: (isShown: true) => void
  onClose: () => void
}

/** What a person's machines paid first, with its formula one press away. */
export function FirstIncomeSheet({ totalInterest, totalEtld, onShown, onClose }: FirstIncomeSheetProps) {
  const t = useText('machine')
  const machines = useAnswer('/api/miner/findMyList', { size: 50 }, { isShell: true })
  useEffect(() => onShown(true), [onShown])
  const first = machines.data?.list.find(({ interestPaid, etldPaid }) => signOf(interestPaid) > 0 || signOf(etldPaid) > 0)
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('firstIncome.title')}
      footer={
        <div className="flex flex-col gap-2">
          {first && (
            <LinkButton to={`/myMiner?id=${encodeURIComponent(first.id)}&view=income`} kind="main" wide onPress={onClose}>
              {t('firstIncome.how')}
            </LinkButton>
          )}
          <LinkButton to="/mine?view=push" kind="quiet" wide onPress={onClose}>
            {t('firstIncome.tell')}
          </LinkButton>
          <Button kind="quiet" wide onClick={onClose}>
            {t('firstIncome.close')}
          </Button>
        </div>
      }
    >
      <div className="mx-auto grid max-w-64 text-center">
        <div className="[grid-area:1/1]">
          <FillingGauge />
        </div>
        <p className="self-end leading-tight font-semibold [grid-area:1/1]">
          {signOf(totalInterest) > 0 && (
            <span className="block text-20">
              <Amount value={totalInterest} currency="USDT" toned own />
            </span>
          )}
          {signOf(totalEtld) > 0 && (
            <span className="block text-20">
              <Amount value={totalEtld} currency="ETLD" decimalsMax={4} toned own />
            </span>
          )}
        </p>
      </div>
      <p className="mt-4 text-center text-15 text-muted">{t('firstIncome.text')}</p>
    </Sheet>
  )
}

/** An arc that fills once; for who prefers less motion it is full. */
function FillingGauge() {
  const [share, setShare] = useState(() => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 0))
  useEffect(() => {
    if (share === 1) return
    const beganAt = performance.now()
    let frame = requestAnimationFrame(function fill(now) {
      const part = Math.min(1, (now - beganAt) / fillMs)
      setShare(part)
      if (part < 1) frame = requestAnimationFrame(fill)
    })
    return () => cancelAnimationFrame(frame)
    // Once, from its first moment on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return <Gauge share={share} />
}
