import { useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '@kit/i18n/text'
import { found } from '@kit/words/found'
import { Dialog } from '@console/frame/Dialog'
import { inputClass } from '@console/form/fields'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { routes } from './routes'

interface PaletteProps {
  /** Closed without going anywhere. */
  onClose: () => void
  onGone: () => void
}

/** What leads somewhere. */
interface Place {
  name: string
  path: string
}

const lengthMax = 100
const shownMax = 9

/** Every screen of the person's roles by its name, and everybody's page: a few letters and Enter lead there. */
export function Palette({ onClose, onGone }: PaletteProps) {
  const t = useText('console')
  const me = useMe()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const screens = routes.filter(({ needs }) => mayCall(me, needs)).map(({ name, path }) => ({ name: t(`screen.${name}`), path }))
  const query = typed.trim()
  const person: Place[] =
    query !== '' && mayCall(me, 'users/find') ? [{ name: t('palette.person', { query }), path: `/people?query=${encodeURIComponent(query)}` }] : []
  const places = [...found(screens, typed).slice(0, shownMax), ...person]
  const chosen = Math.min(at, places.length - 1)

  function go(place: Place | undefined) {
    if (!place) return
    void navigate(place.path)
    onGone()
  }

  function press(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setAt((chosen + by + places.length) % Math.max(places.length, 1))
  }

  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      <form
        className="mt-2 grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          go(places[chosen])
        }}
      >
        <input
          role="combobox"
          aria-label={t('palette.search')}
          aria-expanded={places.length > 0}
          aria-controls={id}
          aria-activedescendant={places.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder={t('palette.search')}
          autoComplete="off"
          maxLength={lengthMax}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={press}
          className={inputClass}
        />
        <div id={id} role="listbox" aria-label={t('palette.title')} className="min-h-99 max-md:min-h-0">
          {places.map((place, nth) => (
            // The field above has the keyboard.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={place.path}
              id={`${id}-${nth}`}
              role="option"
              aria-selected={nth === chosen}
              onClick={() => go(place)}
              className={`flex min-h-11 cursor-pointer items-center rounded-field px-3 py-1 text-15 break-words ${nth === chosen ? 'bg-sunk text-ink outline-2 -outline-offset-2 outline-[var(--brass-ink)]' : 'text-muted'}`}
            >
              {place.name}
            </div>
          ))}
        </div>
        <p role="status" className="text-13 text-muted empty:hidden">
          {places.length === 0 && t('palette.none')}
        </p>
      </form>
    </Dialog>
  )
}
