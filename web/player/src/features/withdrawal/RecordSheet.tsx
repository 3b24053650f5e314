import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Missing } from '@kit/ui/Missing'
import { Sheet } from '@kit/ui/Sheet'
import { Skeletons } from '@kit/ui/Loading'
import { useWithdrawal } from './api'
import { CancelWithdrawal } from './CancelWithdrawal'
import { isOpen } from './decideRecord'
import { RecordDetails } from './RecordDetails'

interface RecordSheetProps {
  withdrawNo: string
  onClose: () => void
}

/** One withdrawal: where it stands, what happens next, each step so far, and the way back while there is one. */
export function RecordSheet({ withdrawNo, onClose }: RecordSheetProps) {
  const t = useText('withdrawal')
  const answer = useWithdrawal(withdrawNo)
  const record = answer.data?.list[0]
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('record.sheet.title')}
      footer={record?.cancellable && isOpen(record) ? <CancelWithdrawal record={record} /> : undefined}
    >
      <Answer
        of={answer}
        waiting={<Skeletons heights={['72px', '88px', '240px']} className="flex min-h-[88dvh] flex-col gap-4" />}
        missing={t('record.sheet.missing')}
      >
        {({ list: [shown] }) => (shown ? <RecordDetails record={shown} /> : <Missing>{t('record.sheet.missing')}</Missing>)}
      </Answer>
    </Sheet>
  )
}
