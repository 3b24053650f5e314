import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Sheet } from '@kit/ui/Sheet'
import { movementTypes, type MovementType } from './decideMovements'

interface TypeSheetProps {
  onClose: () => void
  chosen: MovementType | null
  onChoose: (type: MovementType | null) => void
}

/** The choice of one of the fifteen types, or all. */
export function TypeSheet({ onClose, chosen, onChoose }: TypeSheetProps) {
  const t = useText('personal')
  return (
    <Sheet open onClose={onClose} title={t('movements.filter.type')}>
      <ul className="overflow-hidden rounded-card border border-line bg-raised">
        <Choice name={t('movements.filter.allTypes')} about={null} isChosen={chosen === null} onChoose={() => onChoose(null)} />
        {movementTypes.map((type) => (
          <Choice
            key={type}
            name={t(`movements.type.${type}`)}
            about={t(`movements.about.${type}`)}
            isChosen={type === chosen}
            onChoose={() => onChoose(type)}
          />
        ))}
      </ul>
    </Sheet>
  )
}

interface ChoiceProps {
  name: string
  about: string | null
  isChosen: boolean
  onChoose: () => void
}

function Choice({ name, about, isChosen, onChoose }: ChoiceProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button type="button" aria-pressed={isChosen} onClick={onChoose} className="press flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left">
        <span className="min-w-0 flex-1">
          <span className={`block text-15 ${isChosen ? 'font-semibold' : ''}`}>{name}</span>
          {about && <span className="block text-13 text-muted">{about}</span>}
        </span>
        {isChosen && <Icon name="check" look="text-brass-ink" />}
      </button>
    </li>
  )
}
