import { useState, type ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { moved } from './moved'

interface OrderedProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** What stands in its line. */
  line: (item: Item) => ReactNode
  /** Takes the new order; without it the order is only shown. */
  onOrder?: ((items: Item[]) => void) | undefined
  onRemove?: (item: Item) => void
}

const step = 'inline-flex min-h-11 min-w-11 items-center justify-center rounded-chip border border-edge text-15 disabled:text-muted'

/** Items in an order that is changed by dragging, or by the arrows beside each. */
export function Ordered<Item>({ items, keyOf, nameOf, line, onOrder, onRemove }: OrderedProps<Item>) {
  const t = useText('console')
  const [dragged, setDragged] = useState<number | null>(null)
  const move = (from: number, to: number) => {
    if (from !== to) onOrder?.(moved(items, from, to))
  }
  return (
    <ol className="grid gap-2">
      {items.map((item, at) => (
        // The arrows do by keys what dragging does.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={keyOf(item)}
          draggable={onOrder !== undefined}
          onDragStart={() => setDragged(at)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => {
            if (dragged !== null) move(dragged, at)
            setDragged(null)
          }}
          className={`flex flex-wrap items-center gap-2 rounded-field border border-line bg-raised px-3 py-2 ${onOrder ? 'cursor-grab' : ''}`}
        >
          <div className="min-w-0 flex-1">{line(item)}</div>
          {onOrder && (
            // What a button is called has the item's own name in it.
            <span translate="no" className="flex gap-1">
              <button
                type="button"
                className={step}
                disabled={at === 0}
                aria-label={t('order.earlier', { name: nameOf(item) })}
                onClick={() => move(at, at - 1)}
              >
                ↑
              </button>
              <button
                type="button"
                className={step}
                disabled={at === items.length - 1}
                aria-label={t('order.later', { name: nameOf(item) })}
                onClick={() => move(at, at + 1)}
              >
                ↓
              </button>
              {onRemove && (
                <button type="button" className={step} aria-label={t('order.out', { name: nameOf(item) })} onClick={() => onRemove(item)}>
                  ✕
                </button>
              )}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
