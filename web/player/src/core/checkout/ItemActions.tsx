import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button, type ButtonKind } from '@kit/ui/Button'
import { focusOn } from '@kit/ui/focusOn'
import type { Sending } from '../command/pending'
import { Unanswered } from './Unanswered'

/** One thing that can be done with something bought, in the words of its kind. */
interface ItemAction<Kind extends string> {
  kind: Kind
  label: string
  look: ButtonKind
  run: () => void
  /** What is asked before it happens, with its consequences; going on with a payment asks in its own sheet. */
  question: { text: string; yes: string; sending: Sending | 'awaited'; fault: unknown } | null
}

interface ItemActionsProps<Kind extends string> {
  actions: readonly ItemAction<Kind>[]
  /** The one that is asked about now. */
  asked: Kind | null
  onAsk: (kind: Kind | null) => void
}

/** What can be done with a machine or a node now; each act is asked once more before it happens. */
export function ItemActions<Kind extends string>({ actions, asked, onAsk }: ItemActionsProps<Kind>) {
  const t = useText('common')
  const [last, setLast] = useState<Kind | null>(null)
  const open = actions.find(({ kind }) => kind === asked)
  const ask = (kind: Kind) => {
    setLast(kind)
    onAsk(kind)
  }
  if (open?.question) {
    const { text, yes, sending, fault } = open.question
    const isBusy = sending === 'sending'
    return (
      <div ref={focusOn} tabIndex={-1} className="outline-none">
        <p className="text-15">{text}</p>
        <Unanswered fault={fault} />
        <div className="mt-3 grid grid-cols-2 gap-2 tiny:grid-cols-1">
          <Button kind="quiet" disabled={isBusy} onClick={() => onAsk(null)}>
            {t('back')}
          </Button>
          <Button kind={open.look === 'main' ? 'main' : 'danger'} busy={isBusy} onClick={open.run}>
            {yes}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
      {actions.map(({ kind, label, look, run, question }) => (
        <Button
          key={kind}
          // Whoever goes back stands again where he asked.
          ref={kind === last ? focusOn : undefined}
          kind={look}
          disabled={question?.sending === 'awaited'}
          onClick={() => (question ? ask(kind) : run())}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
