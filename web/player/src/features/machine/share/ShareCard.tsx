import { useCallback, useRef, useState } from 'react'
import { signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { Machine as MachineArt } from '@kit/art/Machine'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { Switch } from '@kit/ui/Switch'
import { GivenPicture } from '@core/picture/GivenPicture'
import { useSession } from '@core/session/store'
import type { MyMachineDetail } from '../contract'
import { daysRun } from './decideShare'
import { drawCard } from './drawCard'

/** A card of the machine, drawn on this device. It says what it brought only where its owner wants that. */
export function ShareCard({ machine }: { machine: MyMachineDetail }) {
  const t = useText('personal')
  const shared = useText('common')
  const { money } = useFigures()
  const isDemo = useSession((state) => state.isDemo)
  const [hasAmounts, setHasAmounts] = useState(false)
  const art = useRef<HTMLDivElement>(null)
  const { name, size } = machine.product
  const days = daysRun(machine, serverNow())
  const link = `${window.location.origin}/transparency/`
  const interest = hasAmounts ? t('share.interest', { amount: money(machine.interestPaid, 'USDT') }) : ''
  const output = hasAmounts && signOf(machine.etldPaid) > 0 ? t('share.output', { amount: money(machine.etldPaid, 'ETLD') }) : ''
  const draw = useCallback(
    (canvas: HTMLCanvasElement) => {
      const svg = art.current?.querySelector('svg')
      if (!svg) return
      drawCard(canvas, svg, link, {
        name,
        days: t('share.days', { days }),
        amounts: [interest, output].filter((one) => one !== ''),
        verify: t('share.verify'),
        host: new URL(link).host,
        demo: isDemo ? shared('demo.caption') : '',
      })
    },
    [name, days, interest, output, link, isDemo, t, shared],
  )
  const words = { label: t('share.label', { name, days }), note: t('share.note'), share: t('share.share'), save: t('share.save'), failed: t('share.failed') }
  return (
    <>
      <div ref={art} aria-hidden className="sr-only">
        <MachineArt size={size} seed={machine.id} />
      </div>
      <Switch isOn={hasAmounts} onChange={setHasAmounts}>
        {t('share.amounts')}
      </Switch>
      <GivenPicture draw={draw} fileName="etld-machine.png" words={words} />
    </>
  )
}
