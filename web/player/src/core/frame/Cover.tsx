import { Picture, type PictureSizes } from './Picture'

interface CoverProps {
  article: { image: PictureSizes | null; cover: string }
  /** What is to be seen; empty where the words beside it say it. */
  alt: string
  /** How wide it is shown, as the browser's `sizes` has it. */
  shown: string
  isFirst?: boolean
}

/** An article's picture, or the cover that is drawn for its kind; it fills its place, which is there before it is. */
export function Cover({ article, alt, shown, isFirst }: CoverProps) {
  if (article.image) return <Picture picture={article.image} alt={alt} shown={shown} isFirst={isFirst} />
  return (
    <img src={article.cover} alt="" width="640" height="320" loading={isFirst ? 'eager' : 'lazy'} decoding="async" className="size-full bg-sunk object-cover" />
  )
}
