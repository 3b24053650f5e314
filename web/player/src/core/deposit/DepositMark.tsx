import type { ReactNode } from 'react'
import { useText } from '@kit/i18n/text'
import { useSession } from '../session/store'

/** Stands around an address of ours that people send to; in a demo it says that real money must not go there. */
export function DepositMark({ children }: { children: ReactNode }) {
  const t = useText('common')
  const isDemo = useSession((state) => state.isDemo)
  if (!isDemo) return children
  return (
    <div className="mt-1 overflow-hidden rounded-field border-2 border-dashed border-loss">
      <p className="border-b border-dashed border-loss px-3 py-2 text-left text-13">
        <strong className="block text-loss">{t('demo.caption')}</strong>
        {t('demo.address')}
      </p>
      {children}
    </div>
  )
}
