import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { Copied } from '@kit/ui/Copied'
import { Disclosure } from '@kit/ui/Disclosure'
import { Skeleton } from '@kit/ui/Skeleton'
import { Switch } from '@kit/ui/Switch'
import { Time } from '@kit/ui/Time'
import { Unreachable } from '@kit/ui/Unreachable'
import { endLink, makeLink, useCalendarLink, type CalendarLink } from './api'

/** The secret link by which a calendar program reads what is coming. */
export function LinkCard() {
  const t = useText('calendar')
  const [isOpen, setIsOpen] = useState(false)
  const answer = useCalendarLink(isOpen)
  return (
    <Disclosure title={t('link.title')} onOpen={() => setIsOpen(true)}>
      <div className="flex flex-col gap-3 text-15">
        <p className="text-muted">{t('link.lead')}</p>
        {isOpen && (
          <Answer of={answer} waiting={<Skeleton width="100%" height="52px" />}>
            {(link) => <Link link={link} onDoubt={answer.refetch} />}
          </Answer>
        )}
      </div>
    </Disclosure>
  )
}

/** Makes it, makes it anew, and ends it. */
function Link({ link, onDoubt }: { link: CalendarLink; onDoubt: () => Promise<unknown> }) {
  const t = useText('calendar')
  const [withAmounts, setWithAmounts] = useState(false)
  const act = useMutation({
    mutationFn: async (what: 'make' | 'end') => (what === 'make' ? makeLink(withAmounts) : endLink().then(() => null)),
    // Without an answer it may be done all the same.
    onError: () => void onDoubt(),
  })
  const isBusy = (what: 'make' | 'end') => act.isPending && act.variables === what
  return (
    <>
      {link.createdAt && (
        <p>
          {t('link.made')} <Time at={link.createdAt} /> · {t(link.withAmounts ? 'link.withAmounts' : 'link.withoutAmounts')}
        </p>
      )}
      {act.data && (
        <div className="rounded-field bg-sunk p-3">
          <Copied value={act.data} what={t('link.what')} />
          <p className="mt-1 text-13 text-muted">{t('link.once')}</p>
        </div>
      )}
      <Switch isOn={withAmounts} onChange={setWithAmounts}>
        {t('link.amounts')}
      </Switch>
      <Button wide busy={isBusy('make')} disabled={act.isPending} onClick={() => act.mutate('make')}>
        {t(link.createdAt ? 'link.anew' : 'link.make')}
      </Button>
      {link.createdAt && (
        <Button kind="danger" wide busy={isBusy('end')} disabled={act.isPending} onClick={() => act.mutate('end')}>
          {t('link.end')}
        </Button>
      )}
      <Unreachable fault={act.error} />
    </>
  )
}
