import { useEffect } from 'react'

/** Has what is printed while a screen is shown be in the light theme, however it is asked for: paper is white. */
export function usePrinted(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    let before: string | undefined
    const begin = () => {
      before = dataset['theme']
      dataset['theme'] = 'light'
    }
    const end = () => {
      if (before === undefined) delete dataset['theme']
      else dataset['theme'] = before
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
}
