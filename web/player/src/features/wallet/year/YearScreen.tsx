import { useState } from 'react'
import { TransportError } from '@kit/api/faults'
import { useText } from '@kit/i18n/text'
import { Alert } from '@kit/ui/Alert'
import { Button } from '@kit/ui/Button'
import { EmptyState } from '@kit/ui/EmptyState'
import { Segmented } from '@kit/ui/Segmented'
import { Screen } from '@core/frame/Screen'
import { readCloses, readHeld } from './api'
import { yearsOf, type Closes, type Held } from './decideYear'
import { YearPage } from './YearPage'

type Making = { state: 'idle' | 'making' | 'unreachable' } | { state: 'made'; held: Held; closes: Closes }

/** What a year came to, made on this device of everything that is held about the person. */
export function YearScreen() {
  const t = useText('personal-year')
  const common = useText('common')
  const [making, setMaking] = useState<Making>({ state: 'idle' })

  async function make() {
    setMaking({ state: 'making' })
    try {
      const [held, closes] = await Promise.all([readHeld(), readCloses()])
      setMaking({ state: 'made', held, closes })
    } catch (fault) {
      // The client toasts a refusal; a broken line is said here.
      setMaking({ state: fault instanceof TransportError ? 'unreachable' : 'idle' })
    }
  }

  return (
    <Screen title={t('title')}>
      {making.state === 'made' ? (
        <Made held={making.held} closes={making.closes} />
      ) : (
        <>
          <p className="mb-4 text-15 text-muted">{t('lead')}</p>
          <Button kind="main" wide busy={making.state === 'making'} onClick={() => void make()}>
            {t('make')}
          </Button>
          {making.state === 'unreachable' && <Alert>{common('unreachable')}</Alert>}
        </>
      )}
    </Screen>
  )
}

function Made({ held, closes }: { held: Held; closes: Closes }) {
  const t = useText('personal-year')
  const years = yearsOf(held)
  const [chosen, setChosen] = useState(years[0])
  if (chosen === undefined) return <EmptyState title={t('empty')} />
  return (
    <>
      {years.length > 1 && (
        <div className="mb-4 print:hidden">
          <Segmented label={t('which')} value={chosen} onChange={setChosen} options={years.map((value) => ({ value, label: value }))} />
        </div>
      )}
      <YearPage key={chosen} held={held} closes={closes} year={chosen} />
    </>
  )
}
