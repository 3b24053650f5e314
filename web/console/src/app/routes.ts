import type { ConsoleRoute } from '@console/frame/route'

const modules = import.meta.glob<{ routes: ConsoleRoute[] }>('../features/*/routes.ts', { eager: true })

/** Every screen, in the order of the menu. */
export const routes: readonly ConsoleRoute[] = Object.values(modules)
  .flatMap((module) => module.routes)
  .sort((one, other) => one.place - other.place)
