import { groups, type ConsoleRoute } from '@console/frame/route'

const modules = import.meta.glob<{ routes: ConsoleRoute[] }>('../features/*/routes.ts', { eager: true })

/** Every screen, in the order of the menu. */
export const routes: readonly ConsoleRoute[] = Object.values(modules)
  .flatMap((module) => module.routes)
  .sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group) || one.place - other.place)
