import type { ComponentProps } from 'react'
import { Answer as Faces } from '@kit/ui/Answer'
import { oldSince, type Dated } from '../api/oldSince'
import { NotRefreshed } from './NotRefreshed'

/** An answer in its faces; an earlier one that could not be asked for anew says since when it stands there. */
export function Answer<Data>({ of, ...faces }: ComponentProps<typeof Faces<Data>> & { of: Dated }) {
  return (
    <>
      <NotRefreshed since={oldSince(of)} />
      <Faces of={of} {...faces} />
    </>
  )
}
