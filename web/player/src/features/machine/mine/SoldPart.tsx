import { Suspense, useState } from 'react'
import { late } from '@core/frame/late'
import { Disclosure } from '@kit/ui/Disclosure'

const SoldEachDay = late(() => import('./SoldEachDay').then((module) => module.SoldEachDay), ['help-palette'])

/** What if each day's ETLD had been sold: closed at first, and loaded when it is opened. */
export function SoldPart({ title, minerNo }: { title: string; minerNo: string }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Disclosure title={title} onOpen={() => setWasOpened(true)}>
      <div className="min-h-36">
        <Suspense fallback={null}>{wasOpened && <SoldEachDay minerNo={minerNo} />}</Suspense>
      </div>
    </Disclosure>
  )
}
