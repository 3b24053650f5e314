import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { ProposalForm } from '@console/decide/ProposalForm'
import { Field } from '@console/form/fields'
import { proposeAssignment } from './api'
import type { Deposit } from './contract'

/** Proposes that a deposit is the user's for whom it was announced; a second person decides. */
export function AssignForm({ row, onDone }: { row: Deposit; onDone: () => void }) {
  const t = useText('console-suspense')
  const [evidence, setEvidence] = useState('')
  return (
    <div className="mt-4 rounded-field border border-line p-3">
      <ProposalForm
        action={t('assign.action')}
        problem={evidence.trim() === '' ? t('assign.evidenceMissing') : null}
        propose={(reason) => proposeAssignment(row, evidence.trim(), reason)}
        onDone={onDone}
      >
        <Field label={t('assign.evidence')} value={evidence} onChange={setEvidence} hint={t('assign.evidenceHint')} />
      </ProposalForm>
    </div>
  )
}
