import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Copied } from '@kit/ui/Copied'
import { Disclosure } from '@kit/ui/Disclosure'
import { Switch } from '@kit/ui/Switch'
import { Time } from '@kit/ui/Time'
import { endLink, makeLink, useCalendarLink } from './api'

type Acting = 'idle' | 'making' | 'ending'

/** The secret link by which a calendar program reads what is coming. */
export function LinkCard() {
  const t = useText('calendar')
  const [isOpen, setIsOpen] = useState(false)
  const [withAmounts, setWithAmounts] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [acting, setActing] = useState<Acting>('idle')
  const link = useCalendarLink(isOpen).data

  async function act(what: Acting, doIt: () => Promise<string | null>) {
    setActing(what)
    try {
      setMade(await doIt())
    } catch {
      // The client says why it was refused; nothing changed.
    } finally {
      setActing('idle')
    }
  }

  return (
    <Disclosure title={t('link.title')} onOpen={() => setIsOpen(true)}>
      <div className="flex flex-col gap-3 text-15">
        <p className="text-muted">{t('link.lead')}</p>
        {link?.createdAt && (
          <p>
            {t('link.made')} <Time at={link.createdAt} /> · {t(link.withAmounts ? 'link.withAmounts' : 'link.withoutAmounts')}
          </p>
        )}
        {made !== null && (
          <div className="rounded-field bg-sunk p-3">
            <Copied value={made} what={t('link.what')} />
            <p className="mt-1 text-13 text-muted">{t('link.once')}</p>
          </div>
        )}
        <Switch isOn={withAmounts} onChange={setWithAmounts}>
          {t('link.amounts')}
        </Switch>
        <Button wide busy={acting === 'making'} disabled={!link || acting !== 'idle'} onClick={() => void act('making', () => makeLink(withAmounts))}>
          {t(link?.createdAt ? 'link.anew' : 'link.make')}
        </Button>
        {link?.createdAt && (
          <Button
            kind="danger"
            wide
            busy={acting === 'ending'}
            disabled={acting !== 'idle'}
            onClick={() => void act('ending', () => endLink().then(() => null))}
          >
            {t('link.end')}
          </Button>
        )}
      </div>
    </Disclosure>
  )
}
