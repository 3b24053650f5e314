import { lazy, Suspense, type ComponentType } from 'react'
import { createHashRouter, Navigate, useRouteError } from 'react-router'
import { loadTexts, useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Spinner } from '@kit/ui/Spinner'
import type { ConsoleRoute } from '@console/frame/route'
import { mayAnybody, mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { routes } from './routes'
import { Shell } from './Shell'

/** A screen with its texts, loaded when it is first shown. */
function screenOf(route: ConsoleRoute): ComponentType {
  return lazy(async () => {
    const [component] = await Promise.all([route.load(), loadTexts(route.texts)])
    return { default: component }
  })
}

function Shown({ screen: Screen, route }: { screen: ComponentType; route: ConsoleRoute }) {
  const t = useText('console')
  const me = useMe()
  if (!mayCall(me, route.needs)) {
    return (
      <main className="p-6">
        <h1 className="text-20 font-semibold">{t(`screen.${route.name}`)}</h1>
        <p className="mt-2 text-15 text-muted">{t('nav.notYours')}</p>
      </main>
    )
  }
  return (
    <Suspense fallback={<Waiting />}>
      <Screen />
    </Suspense>
  )
}

function Waiting() {
  return (
    <main className="flex flex-1 items-center justify-center p-10">
      <Spinner size={28} />
    </main>
  )
}

/** The first queue that somebody's roles clear, or else the first screen that they alone lead to; one that everybody sees is the last choice. */
function First() {
  const t = useText('console')
  const me = useMe()
  const seen = routes.filter(({ needs }) => mayCall(me, needs))
  const isOwn = ({ needs, waiting }: ConsoleRoute) => !mayAnybody(needs) && mayCall(me, waiting?.whoMay ?? needs)
  const route = seen.find(isOwn) ?? seen[0]
  return route ? <Navigate to={route.path} replace /> : <p className="p-6">{t('nav.nothing')}</p>
}

/** What a screen that failed leaves: the menu stays. */
function Broken() {
  const t = useText('console')
  console.error('a screen failed', useRouteError())
  return (
    <main className="p-6">
      <h1 className="text-20 font-semibold">{t('broken.title')}</h1>
      <div className="mt-4">
        <Button size="small" onClick={() => location.reload()}>
          {t('broken.reload')}
        </Button>
      </div>
    </main>
  )
}

export const router = createHashRouter([
  {
    element: <Shell />,
    children: [
      { path: '/', element: <First /> },
      ...routes.map((route) => ({ path: route.path, element: <Shown screen={screenOf(route)} route={route} />, errorElement: <Broken /> })),
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
])
