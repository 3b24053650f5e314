import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { isKept } from '../form/useKept'
import { inSight, Part, scrollPanelTo } from '../frame/Panel'
import { mayCall } from '../session/roles'
import { useMe } from '../session/store'
import { nameOf, type Act, type ActPath } from './act'
import { ActForm } from './ActForm'
import { useActName } from './useActName'

/** Something was typed for it and not sent, before this page was loaded. */
function isBegun(act: Act): boolean {
  return isKept(`act.${nameOf(act)}`) || isKept(`reason.${nameOf(act)}`)
}

interface ActsProps {
  acts: readonly Act[]
  /** It stands below a screen's title and needs none of its own. */
  isUnderTitle?: boolean
  /** They are a panel's own and stay in its sight. */
  isOfPanel?: boolean
}

/** What the caller can do about a record: a button each, and in place of the one that was pressed its form. */
export function Acts({ acts, isUnderTitle = false, isOfPanel = false }: ActsProps) {
  const t = useText('console-acts')
  const actName = useActName()
  const me = useMe()
  const [openPath, setOpenPath] = useState(() => acts.find(isBegun)?.path ?? null)
  const own = acts.filter(({ path }) => mayCall(me, path))
  const open = own.find(({ path }) => path === openPath) ?? (own.length === 1 && !isUnderTitle ? own[0] : undefined)
  const hasButtons = own.length > 1 || isUnderTitle
  const closed = hasButtons ? own.filter((one) => one !== open) : []
  const all = useRef<HTMLDivElement>(null)
  if (own.length === 0) return null

  /** What was pressed goes away: the keyboard goes on at what stands there instead. */
  function choose(path: ActPath | null) {
    const next = path === null ? `[data-act="${String(openPath)}"]` : 'form :is(input, select, textarea, button)'
    flushSync(() => setOpenPath(path))
    all.current?.querySelector<HTMLElement>(next)?.focus()
  }

  const Heading = isUnderTitle ? 'h2' : 'h4'
  const buttons = closed.length > 0 && (
    <div className={`flex flex-wrap gap-2 ${isOfPanel && !open ? inSight : 'my-3'}`}>
      {closed.map((one) => (
        <Button key={one.path} size="small" kind="quiet" data-act={one.path} onClick={() => choose(one.path)}>
          {actName(one)}
        </Button>
      ))}
    </div>
  )
  const form = open && (
    <>
      {hasButtons && (
        <Heading ref={isOfPanel ? scrollPanelTo : null} className="mb-1 text-15 font-semibold">
          {actName(open)}
        </Heading>
      )}
      <ActForm key={nameOf(open)} act={open} onCancel={hasButtons ? () => choose(null) : undefined} isAlone={isUnderTitle} isOfPanel={isOfPanel} />
    </>
  )
  if (isUnderTitle)
    return (
      <div ref={all} className="max-w-[560px]">
        {buttons}
        {own.length === 1 && closed[0] && <p className="-mt-1 mb-3 text-13 text-muted">{t(`about.${closed[0].path}`)}</p>}
        {form && <div className="my-3 rounded-card border border-line bg-raised p-4">{form}</div>}
      </div>
    )
  return (
    <Part title={t('title')} isOpenEnded={isOfPanel}>
      <div ref={all} className={isOfPanel ? 'contents' : ''}>
        {buttons}
        {form}
      </div>
    </Part>
  )
}
