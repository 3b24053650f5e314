import { Box } from '@kit/art/Box'
import { useText } from '@kit/i18n/text'

const rules = ['a', 'b', 'c'] as const

/** What the blind-box game is and by which rules it works; no entries are taken here. */
export function BoxTab() {
  const t = useText('trade')
  return (
    <>
      <div className="rounded-card border border-line bg-raised p-5">
        <div aria-hidden className="mx-auto h-36 w-40">
          <Box />
        </div>
        <div aria-hidden className="rule my-4" />
        <p className="text-16">{t('box.lead')}</p>
      </div>
      <ol className="mt-4 divide-y divide-line rounded-card border border-line">
        {rules.map((rule, index) => (
          <li key={rule} className="flex gap-3 p-4 text-15">
            <span aria-hidden className="fig flex size-7 shrink-0 items-center justify-center rounded-full border border-line text-13 text-brass-ink">
              {index + 1}
            </span>
            <span>{t(`box.${rule}`)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-13 text-muted">{t('box.state')}</p>
    </>
  )
}
