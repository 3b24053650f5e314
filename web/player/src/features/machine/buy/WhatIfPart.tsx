import { Suspense, useState } from 'react'
import { late } from '@core/frame/late'
import { Disclosure } from '@kit/ui/Disclosure'
import type { WhatIfProps } from './WhatIf'

const WhatIf = late(() => import('./WhatIf').then((module) => module.WhatIf), ['machine-what-if'])
const NoRate = late(() => import('./WhatIf').then((module) => module.NoRate), ['machine-what-if'])

interface WhatIfPartProps {
  title: string
  /** Null until it is known, or that there is no rate yet. */
  known: WhatIfProps | 'noRate' | null
}

/** What if price and network were others: closed at first, and loaded when it is opened. */
export function WhatIfPart({ title, known }: WhatIfPartProps) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Disclosure title={title} onOpen={() => setWasOpened(true)}>
      <div className={known === 'noRate' ? '' : 'min-h-80'}>
        <Suspense fallback={null}>{wasOpened && known && (known === 'noRate' ? <NoRate /> : <WhatIf {...known} />)}</Suspense>
      </div>
    </Disclosure>
  )
}
