import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { toast } from '@kit/ui/toast'
import { inputClass } from '../form/fields'
import { keepViews, viewOf, viewsOf, viewsMax } from './savedViews'

const chip = 'inline-flex min-h-9 items-center gap-1.5 rounded-chip border border-edge px-2.5 text-13 text-muted'

/** Saved views of a list: sets of filters with a name, kept on this device. */
export function Views() {
  const t = useText('console')
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [views, setViews] = useState(() => viewsOf(pathname))
  const [name, setName] = useState<string | null>(null)
  const here = viewOf(search)
  const shown = views.find((view) => view.search === here)

  function keep(next: typeof views) {
    if (!keepViews(pathname, next)) toast.error(t('form.full'))
    setViews(next)
  }

  return (
    <>
      {views.length > 0 && (
        <select
          aria-label={t('views.title')}
          value={shown?.name ?? ''}
          onChange={({ target }) => void navigate({ search: views.find((view) => view.name === target.value)?.search ?? '' })}
          className={`${chip} bg-canvas`}
        >
          <option value="">{t('views.title')}</option>
          {views.map((view) => (
            <option key={view.name} value={view.name}>
              {view.name}
            </option>
          ))}
        </select>
      )}
      {shown ? (
        <button type="button" className={chip} onClick={() => keep(views.filter((view) => view !== shown))}>
          {t('views.forget')}
        </button>
      ) : (
        here !== '' &&
        views.length < viewsMax && (
          <button type="button" aria-expanded={name !== null} className={chip} onClick={() => setName(name === null ? '' : null)}>
            {t('views.save')}
          </button>
        )
      )}
      {name !== null && !shown && (
        <form
          className="flex w-full items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            keep([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), search: here }])
            setName(null)
          }}
        >
          <label className="text-13 text-muted">
            {t('views.name')}
            <input value={name} maxLength={40} autoComplete="off" onChange={(event) => setName(event.target.value)} className={inputClass} />
          </label>
          <Button size="small" kind="quiet" type="submit">
            {t('views.save')}
          </Button>
        </form>
      )}
    </>
  )
}
