import { Suspense, useState, type ReactNode } from 'react'
import { Disclosure } from './Disclosure'

/** More for those who want it, loaded only once it was opened; `room` keeps its place meanwhile. */
export function LateDisclosure({ title, room, children }: { title: ReactNode; room: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Disclosure title={title} onOpen={() => setWasOpened(true)}>
      <div className={room}>
        <Suspense fallback={null}>{wasOpened && children}</Suspense>
      </div>
    </Disclosure>
  )
}
