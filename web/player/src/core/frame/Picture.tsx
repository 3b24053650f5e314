import type { ReactNode } from 'react'
import { useSession } from '../session/store'

/** A picture the server keeps, in several widths. */
export interface PictureSizes {
  sizes: readonly { width: number; height: number; url: string }[]
}

interface PictureProps {
  picture: PictureSizes | undefined
  /** What is to be seen; empty where the words beside it say it. */
  alt: string
  /** How wide it is shown, as the browser's `sizes` has it. */
  shown: string
  /** Whether it is on the first screen. */
  isFirst?: boolean
  /** Stands in where there is no picture. */
  children?: ReactNode
}

/** A picture that fills its square; the browser fetches the width it needs. */
export function Picture({ picture, alt, shown, isFirst, children }: PictureProps) {
  const host = useSession((state) => state.app?.apiHost ?? '')
  const widest = picture?.sizes.at(-1)
  if (!picture || !widest) return <div className="flex size-full items-center justify-center bg-sunk p-[14%]">{children}</div>
  return (
    <img
      src={host + widest.url}
      srcSet={picture.sizes.map(({ width, url }) => `${host}${url} ${width}w`).join(', ')}
      sizes={shown}
      width={widest.width}
      height={widest.height}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      className="size-full bg-sunk object-cover"
    />
  )
}
