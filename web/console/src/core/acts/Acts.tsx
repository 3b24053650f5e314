import { useState } from 'react'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Part } from '../frame/Panel'
import { mayCall } from '../session/roles'
import { useMe } from '../session/store'
import type { Act } from './act'
import { ActForm } from './ActForm'

interface ActsProps {
  acts: readonly Act[]
  onDone?: (answer: unknown) => void
}

/** What the caller can do about a record: a button each, and the form of the one that was pressed. */
export function Acts({ acts, onDone }: ActsProps) {
  const t = useText('console-acts')
  const me = useMe()
  const [openPath, setOpenPath] = useState<string | null>(null)
  const own = acts.filter(({ path }) => mayCall(me, path))
  const open = own.find(({ path }) => path === openPath) ?? (own.length === 1 ? own[0] : undefined)
  if (own.length === 0) return null
  return (
    <Part title={t('title')}>
      {own.length > 1 && (
        <div className="mb-3 flex flex-wrap gap-2">
          {own.map(({ path }) => (
            <Button
              key={path}
              size="small"
              kind={path === open?.path ? 'plain' : 'quiet'}
              aria-expanded={path === open?.path}
              onClick={() => setOpenPath(path === openPath ? null : path)}
            >
              {t(`call.${path}`)}
            </Button>
          ))}
        </div>
      )}
      {open && <ActForm key={`${open.path} ${JSON.stringify(open.given)}`} act={open} onDone={onDone} />}
    </Part>
  )
}
