import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The workspaces of package.json: the kit, and the apps that stand on it. */
export const workspaces: readonly string[] = (
  JSON.parse(readFileSync(fileURLToPath(new URL('package.json', import.meta.url)), 'utf8')) as { workspaces: string[] }
).workspaces

/** The apps: each has `core`, `features` and `app` in its `src`. */
export const apps = workspaces.filter((name) => name !== 'kit')

/** The short names of folders in imports; tsconfig.json says the same. */
export const aliases = { '@kit': 'kit/src', '@core': 'player/src/core', '@console': 'console/src/core' } as const

/** The same as bundlers want them. */
export function aliasPaths(): Record<string, string> {
  return Object.fromEntries(Object.entries(aliases).map(([name, folder]) => [name, fileURLToPath(new URL(folder, import.meta.url))]))
}
