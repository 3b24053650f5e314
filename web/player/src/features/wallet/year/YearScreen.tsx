import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useText } from '@kit/i18n/text'
import { Unreachable } from '@kit/ui/Unreachable'
import { Button } from '@kit/ui/Button'
import { EmptyState } from '@kit/ui/EmptyState'
import { Segmented } from '@kit/ui/Segmented'
import { Screen } from '@core/frame/Screen'
import { readCloses, readHeld } from './api'
import { yearsOf, type Closes, type YearParts } from './decideYear'
import { YearPage } from './YearPage'

/** What a year came to, made on this device of everything that is held about the person. */
export function YearScreen() {
  const t = useText('personal')
  const making = useMutation({
    mutationFn: async () => {
      const held = await readHeld()
      return { held, closes: await readCloses(yearsOf(held)) }
    },
  })
  return (
    <Screen title={t('year.title')}>
      {making.data ? (
        <Made {...making.data} />
      ) : (
        <>
          <p className="mb-4 text-15 text-muted">{t('year.lead')}</p>
          <Button kind="main" wide busy={making.isPending} onClick={() => making.mutate()}>
            {t('year.make')}
          </Button>
          <Unreachable fault={making.error} isRead />
        </>
      )}
    </Screen>
  )
}

function Made({ held, closes }: { held: YearParts; closes: Closes }) {
  const t = useText('personal')
  const years = yearsOf(held)
  const [chosen, setChosen] = useState(years[0])
  if (chosen === undefined) return <EmptyState title={t('year.empty')} />
  return (
    <>
      {years.length > 1 && (
        <div className="mb-4 print:hidden">
          <Segmented label={t('year.which')} value={chosen} onChange={setChosen} options={years.map((value) => ({ value, label: value }))} />
        </div>
      )}
      <YearPage key={chosen} held={held} closes={closes} year={chosen} />
    </>
  )
}
