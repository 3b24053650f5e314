import { Icon, type IconName } from '@kit/ui/Icon'
import { Link } from './links'
import type { Place } from './places'

interface HeadActProps {
  /** Where it leads; without it, what it does. */
  to?: Place
  onPress?: () => void
  /** Shown in place of the words, which name it then; `path` draws it where the set has none. */
  icon?: IconName
  path?: string
  children: string
}

/** What stands beside the title of a screen: words, or a picture, to be pressed. */
export function HeadAct({ to, onPress, icon, path, children }: HeadActProps) {
  const picture = icon ? <Icon name={icon} /> : path && <Icon path={path} />
  const look = picture ? 'size-11' : 'min-h-11 px-2 text-15 font-medium text-brass-ink'
  const face = {
    className: `press inline-flex items-center justify-center rounded-field ${look}`,
    'aria-label': picture ? children : undefined,
    children: picture ?? children,
  }
  return to ? <Link to={to} {...face} /> : <button type="button" onClick={onPress} {...face} />
}
