import { late } from '@core/frame/late'
import { LateDisclosure } from '@kit/ui/LateDisclosure'
import type { WhatIfProps } from './WhatIf'

const WhatIf = late(() => import('./WhatIf').then((module) => module.WhatIf))
const NoRate = late(() => import('./WhatIf').then((module) => module.NoRate))

interface WhatIfPartProps {
  title: string
  /** Null until it is known, or that there is no rate yet. */
  known: WhatIfProps | 'noRate' | null
}

/** What if price and network were others: closed at first, and loaded when it is opened. */
export function WhatIfPart({ title, known }: WhatIfPartProps) {
  return (
    <LateDisclosure title={title} room={known === 'noRate' ? '' : 'min-h-80'}>
      {known === 'noRate' ? <NoRate /> : known && <WhatIf {...known} />}
    </LateDisclosure>
  )
}
