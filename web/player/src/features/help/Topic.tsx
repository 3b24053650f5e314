import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import type { TopicName } from './topics'

/** One question; pressing it shows the answer. */
export function Topic({ topic, isOpen }: { topic: TopicName; isOpen: boolean }) {
  const t = useText('help')
  return (
    <details open={isOpen} className="group rounded-card border border-line bg-raised">
      <summary className="press flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 px-4 py-2 text-15 font-medium [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">{t(`topic.${topic}`)}</span>
        <span className="shrink-0 rotate-90 text-muted transition-transform group-open:-rotate-90 motion-reduce:transition-none">
          <Icon name="forward" size={18} />
        </span>
      </summary>
      <p className="px-4 pb-4 text-15 whitespace-pre-line text-muted">{t(`answer.${topic}`)}</p>
    </details>
  )
}
