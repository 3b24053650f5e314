import { Suspense, useState } from 'react'
import { late } from '@core/frame/late'
import { Disclosure } from '@kit/ui/Disclosure'
import type { MyMachineDetail } from '../contract'

const ShareCard = late(() => import('./ShareCard').then((module) => module.ShareCard), ['personal-share'])

/** A machine's card to share: closed at first, and loaded when it is opened. */
export function ShareCardPart({ title, machine }: { title: string; machine: MyMachineDetail }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Disclosure title={title} onOpen={() => setWasOpened(true)}>
      <div className="min-h-96">
        <Suspense fallback={null}>{wasOpened && <ShareCard machine={machine} />}</Suspense>
      </div>
    </Disclosure>
  )
}
