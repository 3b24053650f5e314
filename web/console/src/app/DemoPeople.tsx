import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { Choice } from '@console/form/fields'
import { roles, type Role } from '@console/session/roles'
import { enterDemo } from '@console/entry/session'

const people = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The cookie of a session is a host's: the same machine under its other name is a second window for a second person. */
function otherHost(): string {
  const { port, hostname } = location
  return `http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}/operator/`
}

/** The demo's people, nine of each role, each with a wallet built in. */
export function DemoPeople() {
  const t = useText('console')
  const [role, setRole] = useState<Role>('finance_checker')
  const [person, setPerson] = useState<(typeof people)[number]>('1')
  return (
    <section aria-label={t('demo.title')} className="grid gap-3 border-t border-line pt-4">
      <h2 className="text-16 font-semibold">{t('demo.title')}</h2>
      <p className="text-13 text-muted">{t('demo.hint')}</p>
      <div className="grid grid-cols-[2fr_1fr] gap-3">
        <Choice label={t('demo.role')} value={role} values={roles.map((one) => [one, t(`role.${one}`)] as const)} onChange={setRole} />
        <Choice label={t('demo.person')} value={person} values={people.map((one) => [one, one] as const)} onChange={setPerson} />
      </div>
      <Button
        onClick={() => {
          enterDemo(role, Number(person)).catch((fault: unknown) => {
            console.error('the demo lets nobody in', fault)
            toast.error(t('demo.failed'))
          })
        }}
      >
        {t('demo.enter')}
      </Button>
      <a href={otherHost()} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center text-13 underline underline-offset-4">
        {t('demo.second')}
      </a>
    </section>
  )
}
