import { Suspense, useState } from 'react'
import { late } from '@core/frame/late'
import { Disclosure } from '@kit/ui/Disclosure'
import type { WhatIfProps } from './WhatIf'

const WhatIf = late(() => import('./WhatIf').then((module) => module.WhatIf), ['machine-what-if'])

/** What if price and network were others: closed at first, and loaded when it is opened. `known` is null until it is known. */
export function WhatIfPart({ title, known }: { title: string; known: WhatIfProps | null }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Disclosure title={title} onOpen={() => setWasOpened(true)}>
      <div className="min-h-80">
        <Suspense fallback={null}>{wasOpened && known && <WhatIf {...known} />}</Suspense>
      </div>
    </Disclosure>
  )
}
