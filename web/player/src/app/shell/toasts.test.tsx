import { renderToStaticMarkup } from 'react-dom/server'
import library from 'react-hot-toast'
import { expect, it } from 'vitest'
import { toast, whenToasted } from '@kit/ui/toast'
import { Toasts } from './Toasts'

const toastsMax = 20

it('shows twenty toasts at once, the newest', async () => {
  whenToasted(() => Promise.resolve(library))
  for (let sent = 1; sent <= toastsMax + 5; sent += 1) toast.error(`Refused ${sent}.`)
  await Promise.resolve()
  const shown = [...renderToStaticMarkup(<Toasts />).matchAll(/Refused (\d+)\./g)].map(([, number]) => Number(number))
  expect(shown.toSorted((one, other) => one - other)).toEqual(Array.from({ length: toastsMax }, (_, index) => index + 6))
})
