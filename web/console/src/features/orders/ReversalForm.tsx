import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { ProposalForm } from '@console/decide/ProposalForm'
import { Choice } from '@console/form/fields'
import { proposeReversal } from './api'
import type { Order, ReversalCause } from './contract'

const causes = ['lost', 'returned'] as const

/** Proposes that an order that was sent is taken back: somebody of finance decides. */
export function ReversalForm({ row, onDone }: { row: Order; onDone: () => void }) {
  const t = useText('console-orders')
  const [cause, setCause] = useState<ReversalCause>('lost')
  return (
    <div className="mt-4 rounded-field border border-line p-3">
      <ProposalForm action={t('reverse.action')} problem={null} propose={(reason) => proposeReversal(row, cause, reason)} onDone={onDone}>
        <p className="text-13 text-muted">{t('reverse.hint')}</p>
        <Choice label={t('reverse.cause')} value={cause} values={causes.map((one) => [one, t(`cause.${one}`)] as const)} onChange={setCause} />
      </ProposalForm>
    </div>
  )
}
