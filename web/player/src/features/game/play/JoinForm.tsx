import { useState, useSyncExternalStore } from 'react'
import type { ApiError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { useFigures } from '@kit/amount/useFigures'
import { Alert } from '@kit/ui/Alert'
import { Amount } from '@kit/ui/Amount'
import { AmountField } from '@kit/ui/AmountField'
import { Button } from '@kit/ui/Button'
import { Card } from '@kit/ui/Card'
import { focusOn } from '@kit/ui/focusOn'
import { toast } from '@kit/ui/toast'
import type { EntryReceipt } from '@core/rounds/receipts'
import { useJoin, useProtection } from '../api'
import { BoxChoice } from '../round/BoxChoice'
import type { Current, RoundSummary } from '../contract'
import { dayRest, decideStep, guardOf, missingPoints, stakeChoices, type RoundPhase, type JoinStep } from '../decideGame'
import { Guard } from '../limits/Guard'
import { Odds } from './Odds'

interface JoinFormProps {
  current: Current
  phase: RoundPhase
  /** What this device keeps of the player's entry. */
  receipt: EntryReceipt | undefined
  onJoined: (receipt: EntryReceipt) => void
  /** So many points are missing for an entry. */
  onNeed: (points: number) => void
}

const pressable: readonly JoinStep[] = ['ready', 'unanswered', 'no_amount', 'no_points']

/** Choosing a box and an amount, and taking part. What it may win, and how likely, stands beside the button. */
export function JoinForm({ current, phase, receipt, onJoined, onNeed }: JoinFormProps) {
  const t = useText('game')
  const { money, percent } = useFigures()
  const { round, gamePoints: points, stakeMin, stakeMax, stakeStep } = current
  const { mine } = round
  const protection = useProtection()
  const [box, setBox] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const [amount, setAmount] = useState<number | null>(null)
  const [isPrompted, setIsPrompted] = useState(false)
  const [hasActed, setHasActed] = useState<'confirmed' | 'joined' | null>(null)
  const join = useJoin((made) => {
    onJoined(made)
    setHasActed('joined')
    toast.success(t('joined.toast'))
  })
  const isTyping = useScreenKeyboard()
  const step = decideStep({
    phase,
    hasJoined: mine !== null,
    isPaused: !current.joinable,
    protection: protection.data,
    box,
    amount,
    points,
    bounds: current,
    sending: join.sending,
  })
  const isFixed = mine !== null || phase !== 'open' || step === 'paused' || join.sending !== 'idle'
  const gp = (value: number) => money(String(value), 'GP')

  const problem =
    step === 'wrong_amount'
      ? t('amount.rule', { min: gp(stakeMin), max: gp(stakeMax), step: String(stakeStep) })
      : step === 'over_limit' && protection.data
        ? t('amount.limit', { rest: gp(dayRest(protection.data)) })
        : isPrompted && step === 'no_amount' && typed === ''
          ? t('prompt.quantity')
          : null
  const guard = mine === null && protection.data ? guardOf(protection.data, current) : null
  if (guard === step && protection.data) return <Guard kind={guard} protection={protection.data} onConfirm={() => setHasActed('confirmed')} />

  function press() {
    if (step === 'unanswered') join.sendAgain()
    else if (step === 'no_amount') setIsPrompted(true)
    else if (box === null || amount === null) return
    else if (step === 'no_points') onNeed(missingPoints(amount, points))
    else join.send({ period: round.period, box, amount })
  }

  return (
    <div ref={hasActed === 'confirmed' ? focusOn : undefined} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {step === 'paused' && current.reason !== '' && (
        <p role="status" className="rounded-card border border-[var(--brass)] bg-raised p-4 text-15">
          {t(`paused.${current.reason}`)}
        </p>
      )}
      <BoxChoice
        value={mine?.box ?? box}
        onChange={(next) => {
          setBox(next)
          join.forgetRefusal()
        }}
        isFixed={isFixed}
        isMade={mine !== null}
      />
      {mine ? (
        <Entered mine={mine} isProven={receipt?.outcome !== 'receipt'} isNow={hasActed === 'joined'} />
      ) : (
        <>
          <fieldset disabled={isFixed} className="contents">
            <AmountField
              label={t('amount')}
              currency="GP"
              typed={typed}
              decimalsMax={0}
              choices={stakeChoices(protection.data, current).map(String)}
              onChange={(next, value) => {
                setTyped(next)
                setIsPrompted(false)
                join.forgetRefusal()
                setAmount(value === null ? null : Number(value))
              }}
              problem={problem}
              note={
                <>
                  {t('amount.have')} <Amount value={String(points)} currency="GP" own />
                </>
              }
            />
          </fieldset>
          <Card tone="sunk" label={t('odds.title')}>
            <Odds amount={amount ?? stakeMin} />
          </Card>
          {join.refusal && <Refused fault={join.refusal} />}
          {step === 'unanswered' && <p className="text-13 text-muted">{t('step.unansweredNote')}</p>}
          {/* In reach once there is an amount, which it would cover before, and while none is typed by a keyboard on the screen: above the tab bar and its raised tab. */}
          <div
            className={`rounded-field bg-canvas low:static ${amount === null || isTyping ? '' : 'sticky bottom-[calc(104px+env(safe-area-inset-bottom))] z-10'}`}
          >
            <Button kind="main" wide busy={step === 'joining'} disabled={!pressable.includes(step)} onClick={press}>
              <StepLabel step={step} amount={amount ?? 0} box={box ?? 0} points={points} />
            </Button>
          </div>
          <p className="-mt-2 text-center text-13 text-muted">
            {t('odds.line', { win: percent('0.4'), rate: percent(current.returnRate), edge: percent(current.edge) })}
          </p>
        </>
      )}
    </div>
  )
}

/** The player takes part: with what, and what proves it. */
function Entered({ mine, isProven, isNow }: { mine: NonNullable<RoundSummary['mine']>; isProven: boolean; isNow: boolean }) {
  const t = useText('game')
  const { money } = useFigures()
  return (
    <Card label={t('joined.title')}>
      <p ref={isNow ? focusOn : undefined} tabIndex={-1} className="text-16 font-semibold outline-none">
        {t('joined.with', { box: mine.box, amount: money(String(mine.amount), 'GP') })}
      </p>
      {isProven ? <p className="mt-1 text-13 text-muted">{t('joined.receipt', { number: mine.entryNo })}</p> : <Alert size={13}>{t('joined.unproven')}</Alert>}
    </Card>
  )
}

/** What a keyboard takes at least; a browser's own bars are lower. */
const keyboardMinPx = 120

/** Whether a keyboard stands over the lower part of the screen: then only a part of what is laid out can be seen, and what sticks to its end may lie over what is typed into. */
function useScreenKeyboard(): boolean {
  return useSyncExternalStore(listenToKeyboard, isKeyboardUp)
}

function listenToKeyboard(tell: () => void): () => void {
  visualViewport?.addEventListener('resize', tell)
  return () => visualViewport?.removeEventListener('resize', tell)
}

function isKeyboardUp(): boolean {
  return visualViewport !== null && innerHeight - visualViewport.height * visualViewport.scale > keyboardMinPx
}

function StepLabel({ step, amount, box, points }: { step: JoinStep; amount: number; box: number; points: number }) {
  const t = useText('game')
  const { money } = useFigures()
  if (step === 'ready') return t('join.action', { amount: money(String(amount), 'GP'), box })
  return step === 'no_points' ? t('join.missing', { points: money(String(missingPoints(amount, points)), 'GP') }) : t(`step.${step}`)
}

function Refused({ fault }: { fault: ApiError }) {
  const t = useText('game')
  return (
    <Alert>
      <span className="block font-semibold">{t('joined.failed')}</span>
      {fault.message}
    </Alert>
  )
}
