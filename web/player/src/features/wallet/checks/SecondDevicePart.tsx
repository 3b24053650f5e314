import { Suspense, useState } from 'react'
import { late } from '@core/frame/late'
import { Disclosure } from '@kit/ui/Disclosure'
import { useText } from '@kit/i18n/text'
import type { Divided } from './decideChecks'

const SecondDevice = late(() => import('./SecondDevice').then((module) => module.SecondDevice), ['personal-device'])

/** Checking on a second device: closed at first, and loaded when it is opened. */
export function SecondDevicePart({ dividends }: { dividends: readonly Divided[] }) {
  const t = useText('wallet-checks')
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Disclosure title={t('second')} onOpen={() => setWasOpened(true)}>
      <div className="min-h-72">
        <Suspense fallback={null}>{wasOpened && <SecondDevice dividends={dividends} />}</Suspense>
      </div>
    </Disclosure>
  )
}
