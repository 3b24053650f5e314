import { useRef, useState, type SyntheticEvent } from 'react'
import { Link, useNavigate } from '@core/frame/links'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { SearchField } from '@kit/ui/SearchField'
import { Sheet } from '@kit/ui/Sheet'
import { found } from '@kit/words/found'
import { places } from './decidePalette'

const lengthMax = 40

/** Every screen by its name: a few letters and Enter lead there. */
export function PaletteSheet({ onClose }: { onClose: () => void }) {
  const t = useText('help')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = found(
    places.map(([name, place]) => ({ name: t(`palette.go.${name}`), place })),
    typed,
  )

  function go(event: SyntheticEvent) {
    event.preventDefault()
    const [first] = list
    if (!first) return
    navigate(first.place)
    onClose()
  }

  return (
    <Sheet open onClose={onClose} title={t('palette.title')} firstFocus={field}>
      <form className="flex min-h-[60dvh] flex-col gap-2" onSubmit={go}>
        <SearchField ref={field} label={t('palette.search')} clear={t('palette.clear')} lengthMax={lengthMax} value={typed} onChange={setTyped} />
        <ul className="divide-y divide-line">
          {list.map(({ name, place }) => (
            <li key={place}>
              <Link to={place} onClick={onClose} className="press flex min-h-11 items-center justify-between gap-3 px-1 py-2 text-15">
                {name}
                <Icon name="forward" size={16} />
              </Link>
            </li>
          ))}
        </ul>
        <p role="status" className="px-1 text-13 text-muted">
          {list.length === 0 && t('palette.none')}
        </p>
      </form>
    </Sheet>
  )
}
