import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { aliases, apps, workspaces } from './workspaces'

const web = fileURLToPath(new URL('.', import.meta.url))

/** The path an import names, without its ending; null for a package. */
function targetOf(path: string, specifier: string): string | null {
  for (const [alias, folder] of Object.entries(aliases)) if (specifier.startsWith(`${alias}/`)) return folder + specifier.slice(alias.length)
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : null
}

function importsOf(path: string, source: string): { specifier: string; target: string }[] {
  return [...source.matchAll(/(?:from|import|import\()\s*['"]([^'"]+)['"]/g)].flatMap(([, specifier = '']) => {
    const target = targetOf(path, specifier)
    return target === null ? [] : [{ specifier, target }]
  })
}

/** Where a file stands: `kit`, `verifier`, or an app with its part, `core`, `app` or `features/<name>`; null for none of them. */
function zoneOf(path: string): { app: string; part: string } | null {
  // The verifier is a page of its own beside the apps: it knows the kit alone.
  for (const alone of ['kit', 'verifier']) if (path.startsWith(`${alone}/`)) return { app: alone, part: '' }
  const app = apps.find((name) => path.startsWith(`${name}/src/`))
  if (app === undefined) return null
  const inside = `${path.slice(`${app}/src/`.length)}/`
  return { app, part: /^(core|features\/[^/]+)\//.exec(inside)?.[1] ?? 'app' }
}

/** What each zone may import beside itself. */
function isAllowed(path: string, target: string): boolean {
  const [from, to] = [zoneOf(path), zoneOf(target)]
  if (to === null || to.app === 'kit') return true
  if (from?.app !== to.app) return false
  if (from.part === to.part || to.part === 'core') return true
  return from.part === 'app' && target.endsWith('/routes')
}

/** What only a feature's `api.ts` imports, so that each call of it is found there. */
const callers = [
  'player/src/core/session/api',
  'player/src/core/command/useSend',
  'player/src/core/quote/useQuotedOrder',
  'player/src/core/queries/useAnswer',
  'player/src/core/queries/useEndlessList',
  'console/src/core/api/call',
  'console/src/core/api/useAnswer',
  'console/src/core/rows/useRows',
]

/** What a file may not import, as sentences. */
function breachesOf(path: string, source: string): string[] {
  const isCaller = !/^\w+\/src\/features\//.test(path) || path.endsWith('/api.ts')
  return importsOf(path, source)
    .filter(({ target }) => !isAllowed(path, target) || (!isCaller && callers.includes(target)))
    .map(({ specifier }) => `${path} imports ${specifier}`)
}

type Graph = ReadonlyMap<string, readonly string[]>

/** One circle of imports, if there is any: the names on it, the first one again at the end. */
function circleIn(graph: Graph): string[] | null {
  const finished = new Set<string>()
  const trail: string[] = []
  function walk(name: string): string[] | null {
    const at = trail.indexOf(name)
    if (at >= 0) return [...trail.slice(at), name]
    if (finished.has(name)) return null
    trail.push(name)
    for (const next of graph.get(name) ?? []) {
      const circle = walk(next)
      if (circle) return circle
    }
    trail.pop()
    finished.add(name)
    return null
  }
  for (const name of graph.keys()) {
    const circle = walk(name)
    if (circle) return circle
  }
  return null
}

const sources = new Map(
  [...workspaces.map((name) => `${name}/src`), 'verifier'].flatMap((root) =>
    readdirSync(join(web, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name): [string, string] => [`${root}/${name}`, readFileSync(join(web, root, name), 'utf8')]),
  ),
)

/** Files and what they import, at load or later, types too; what only tests need stays out. */
function graphOfFiles(files: ReadonlyMap<string, string>): Graph {
  const product = [...files].filter(([path]) => !/\.test\.tsx?$/.test(path))
  return new Map(
    product.map(([path, source]) => [
      path,
      importsOf(path, source).flatMap(({ target }) => [target, `${target}.ts`, `${target}.tsx`].filter((file) => files.has(file))),
    ]),
  )
}

/** The same for the folders of the kit and of the core. */
function graphOfFolders(files: Graph): Graph {
  const folderOf = (path: string) => /^(kit\/src|\w+\/src\/core)\/[^/]+(?=\/)/.exec(path)?.[0] ?? null
  const graph = new Map<string, string[]>()
  for (const [path, targets] of files) {
    const folder = folderOf(path)
    if (folder === null) continue
    const others = targets.flatMap((target) => folderOf(target) ?? []).filter((other) => other !== folder)
    graph.set(folder, [...(graph.get(folder) ?? []), ...others])
  }
  return graph
}

describe('import zones', () => {
  it('hold: app → features → core → kit, and no feature sees another', () => {
    expect([...sources].flatMap(([path, source]) => breachesOf(path, source))).toEqual([])
  })

  it.each([
    ['a feature that imports another', 'player/src/features/home/A.tsx', `import { B } from '../machine/B'`],
    ['a feature that imports the app', 'player/src/features/home/A.tsx', `import { claim } from '../../app/shell/routes'`],
    ['the core importing a feature', 'player/src/core/session/a.ts', `import { B } from '../../features/home/B'`],
    ['the core importing the app', 'player/src/core/session/a.ts', `import { claim } from '../../app/shell/routes'`],
    ['the kit importing a feature', 'kit/src/ui/A.tsx', `const a = import('../../../player/src/features/home/A')`],
    ['the verifier importing the core', 'verifier/main.ts', `import { useSession } from '@core/session/store'`],
    ['the kit importing the core', 'kit/src/ui/A.tsx', `import { useSession } from '@core/session/store'`],
    ["a call beside a feature's api.ts", 'player/src/features/home/A.tsx', `import { call } from '@core/session/api'`],
    ['one app importing another', 'console/src/features/news/A.tsx', `import { useSession } from '@core/session/store'`],
    ["a call of the console's beside a feature's api.ts", 'console/src/features/news/A.tsx', `import { call } from '@console/api/call'`],
    ['the app importing a screen past its routes', 'player/src/app/A.tsx', `import { A } from '../features/home/A'`],
  ])('catches %s', (_, path, source) => {
    expect(breachesOf(path, source)).toHaveLength(1)
  })

  it('lets features use kit, core and their own files', () => {
    expect(breachesOf('player/src/features/home/A.tsx', `import '@kit/ui/Card'\nimport '@core/session/store'\nimport './B'\nimport 'react'`)).toEqual([])
  })
})

it('the gates know every workspace', () => {
  const config = JSON.parse(readFileSync(join(web, 'tsconfig.json'), 'utf8')) as { include: string[]; compilerOptions: { paths: Record<string, string[]> } }
  expect(config.include).toEqual(expect.arrayContaining([...workspaces]))
  expect(config.compilerOptions.paths).toEqual(Object.fromEntries(Object.entries(aliases).map(([name, folder]) => [`${name}/*`, [`./${folder}/*`]])))
})

describe('imports', () => {
  const files = graphOfFiles(sources)

  it('name files there are', () => {
    const missing = [...sources].flatMap(([path, source]) =>
      path === 'zones.test.ts'
        ? []
        : importsOf(path, source).filter(({ target }) => !['', '.ts', '.tsx'].some((ending) => existsSync(join(web, target + ending)))),
    )
    expect(missing).toEqual([])
  })

  it('make no circle among files', () => {
    expect(circleIn(files)).toBeNull()
  })

  it('make no circle among the folders of kit and core', () => {
    expect(circleIn(graphOfFolders(files))).toBeNull()
  })

  it('are seen where they do', () => {
    const planted = new Map([
      ['kit/src/a/A.ts', `import type { B } from '../b/B'`],
      ['kit/src/b/B.ts', `export { c } from './C'`],
      ['kit/src/b/C.ts', `import { A2 } from '@kit/a/A2'`],
      ['kit/src/a/A2.ts', ''],
    ])
    expect(circleIn(graphOfFiles(planted))).toBeNull()
    expect(circleIn(graphOfFolders(graphOfFiles(planted)))).toEqual(['kit/src/a', 'kit/src/b', 'kit/src/a'])
    planted.set('kit/src/a/A2.ts', `const later = import('./A')`)
    expect(circleIn(graphOfFiles(planted))).toEqual(['kit/src/a/A.ts', 'kit/src/b/B.ts', 'kit/src/b/C.ts', 'kit/src/a/A2.ts', 'kit/src/a/A.ts'])
  })
})
