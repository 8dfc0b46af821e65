import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; name?: string; isEntry?: boolean; imports?: string[] }
type Manifest = Record<string, Chunk>
export type Size = { what: string; bytes: number; limit: number }

const FIRST_PAGE_LIMIT = 130_000
const ROUTE_LIMIT = 64_000
// Charts and editors may weigh more: they are fetched by the pages that show them, after the page.
const HEAVY = /chart|editor|wheel/i
// Names with a dash are parts that load after their page. The sign-in page is in the file of all forms (apps/web/first-page.ts).
const PAGE = /^src\/routes\/(?!.*\/-)|^_forms-/

/** Gzipped sizes of the JavaScript that every signed-out first page loads, and of what each route adds. */
export function sizes(manifest: Manifest, bytesOf: (file: string) => number): Size[] {
  const weigh = (keys: string[]) =>
    keys.map((key) => bytesOf(manifest[key]?.file ?? '')).reduce((sum, bytes) => sum + bytes, 0)
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? ''
  const first = withImports(manifest, entry)
  const routes = Object.keys(manifest).filter((key) => PAGE.test(key))
  return [
    {
      what: 'first page, before the route loads',
      bytes: weigh([...first]),
      limit: FIRST_PAGE_LIMIT,
    },
    ...routes.map((route) => {
      const there = layoutsOf(routes, route).reduce(
        (seen, key) => withImports(manifest, key, seen),
        new Set(first),
      )
      const own = [...withImports(manifest, route)].filter(
        (key) => !there.has(key) && !HEAVY.test(key),
      )
      return { what: route.replace(/\?.*/, ''), bytes: weigh(own), limit: ROUTE_LIMIT }
    }),
  ]
}

/** The layouts that load before a page: `_ux.tsx` for `_ux/index.tsx`. */
function layoutsOf(routes: string[], route: string): string[] {
  return routes.filter((key) => {
    const layout = key.replace(/\.tsx(\?.*)?$/, '/')
    return layout !== key && route.startsWith(layout)
  })
}

function withImports(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) withImports(manifest, next, seen)
  return seen
}

if (import.meta.main) {
  const dist = resolve(import.meta.dirname, '../apps/web/dist')
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const all = sizes(
    manifest,
    (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  )
  const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  for (const { what, bytes, limit } of all) {
    if (what.startsWith('first') || bytes > limit)
      console.log(`${what}: ${inKb(bytes)} of ${inKb(limit)}`)
  }
  if (all.some(({ bytes, limit }) => bytes > limit)) {
    console.log('“The first page” in CONTRIBUTING.md says what to do.')
    process.exitCode = 1
  }
}
