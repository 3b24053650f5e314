import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Box } from '@kit/art/Box'
import { Machine } from '@kit/art/Machine'
import { useText } from '@kit/i18n/text'
import { Icon } from '@kit/ui/Icon'
import { Screen } from '@core/frame/Screen'
import { NumberedRules } from '@kit/ui/NumberedRules'

const names = ['order', 'productsDetails'] as const
const points = ['a', 'b', 'c'] as const

const art: Partial<Record<(typeof names)[number], ReactNode>> = {
  productsDetails: <Box hue="var(--mal)" />,
}

/** What a part of the product does and by which rules, before its screen can be used. */
export function OutlineScreen() {
  const t = useText('outline')
  const path = useLocation().pathname.slice(1)
  const name = names.find((one) => one === path)
  if (!name) throw new Error(`nothing is said of /${path}`)
  return (
    <Screen title={t(`${name}.title`)}>
      <div className="rounded-card border border-line bg-raised p-5">
        <div aria-hidden className="mx-auto h-36 w-40">
          {art[name] ?? <Machine size="large" seed={name} isRunning={false} />}
        </div>
        <div aria-hidden className="rule my-4" />
        <p className="text-16">{t(`${name}.lead`)}</p>
      </div>
      <h2 className="mt-6 mb-2 text-18 font-semibold">{t('rules')}</h2>
      <NumberedRules rules={points.map((point) => t(`${name}.${point}`))} />
      <p className="mt-4 text-13 text-muted">{t('state')}</p>
      <Link to="/" className="press mt-2 inline-flex min-h-11 items-center gap-1 text-15 font-medium text-brass-ink">
        {t('machines')}
        <Icon name="forward" size={18} />
      </Link>
    </Screen>
  )
}
