import type { ComponentProps, ReactNode, Ref } from 'react'

interface OptionProps extends Pick<ComponentProps<'input'>, 'name' | 'value' | 'checked' | 'disabled' | 'onChange' | 'aria-label'> {
  ref?: Ref<HTMLLabelElement> | undefined
  lang?: string
  /** Its classes: what it looks like, chosen and not. */
  look: string
  /** The classes of the radio itself, where it is seen; else all of the option is one. */
  mark?: string
  children: ReactNode
}

/** One of several, of which one is chosen: a radio that can be pressed everywhere on it. */
export function Option({ ref, lang, look, mark = 'absolute inset-0 cursor-pointer disabled:cursor-default', children, ...radio }: OptionProps) {
  return (
    <label ref={ref} lang={lang} className={`relative has-focus-visible:outline-2 has-focus-visible:outline-brass-ink ${look}`}>
      <input type="radio" {...radio} className={`appearance-none outline-none ${mark}`} />
      {children}
    </label>
  )
}
