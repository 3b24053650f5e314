import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { isKept } from '../form/useKept'
import { Part } from '../frame/Panel'
import { mayCall } from '../session/roles'
import { useMe } from '../session/store'
import { isDestructive, nameOf, type Act } from './act'
import { ActForm } from './ActForm'
import { useActName } from './useActName'

/** Something was typed for it and not sent, before this page was loaded. */
function isBegun(act: Act): boolean {
  return isKept(`act.${nameOf(act)}`) || isKept(`reason.${nameOf(act)}`)
}

interface ActsProps {
  acts: readonly Act[]
  onDone?: (answer: unknown) => void
  /** It stands below a screen's title and needs none of its own. */
  isUnderTitle?: boolean
}

/** What the caller can do about a record: a button each, and the form of the one that was pressed. */
export function Acts({ acts, onDone, isUnderTitle = false }: ActsProps) {
  const t = useText('console-acts')
  const actName = useActName()
  const me = useMe()
  const [openPath, setOpenPath] = useState(() => acts.find(isBegun)?.path ?? null)
  const own = acts.filter(({ path }) => mayCall(me, path))
  const open = own.find(({ path }) => path === openPath) ?? (own.length === 1 && !isUnderTitle ? own[0] : undefined)
  if (own.length === 0) return null
  const content = (
    <>
      {(own.length > 1 || isUnderTitle) && (
        <div className="my-3 flex flex-wrap gap-2">
          {own.map((one) => (
            <Button
              key={one.path}
              size="small"
              kind={one.path !== open?.path ? 'quiet' : isDestructive(one) ? 'danger' : 'plain'}
              aria-expanded={one.path === open?.path}
              onClick={() => setOpenPath(one.path === openPath ? null : one.path)}
            >
              {actName(one)}
            </Button>
          ))}
        </div>
      )}
      {open && isUnderTitle && <h2 className="sr-only">{actName(open)}</h2>}
      {open && <ActForm key={nameOf(open)} act={open} onDone={onDone} isAlone={isUnderTitle} />}
    </>
  )
  if (!isUnderTitle) return <Part title={t('title')}>{content}</Part>
  return <div className={`max-w-[560px] ${open ? 'my-3 rounded-card border border-line bg-raised p-4' : ''}`}>{content}</div>
}
