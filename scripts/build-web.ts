import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from '../apps/api/src/start-error.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'packages/brand/src',
  'packages/markdown/src',
  'packages/contract/src',
  'packages/rules/src',
]
const FILES = [
  'apps/web/index.html',
  'apps/web/first-page.ts',
  'apps/web/vite.config.ts',
  'package-lock.json',
]

/** Builds the web application if it is missing, made for tests, or older than its sources, which a release doesn’t have. */
export async function buildWeb(dist = join(ROOT, 'apps/web/dist')): Promise<void> {
  const isRelease = !existsSync(join(ROOT, 'apps/web/src'))
  if (builtAt(dist) > (isRelease ? 0 : lastChange())) return
  if (isRelease)
    throw new StartError(`There is no web application in ${dist}. Unpack the release again.`)
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  if (!existsSync(vite))
    throw new StartError(
      `The web application has not been built in ${dist}, and the build tool is not installed. Run npm ci, then start again.`,
    )
  console.log('Building the web application …')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: join(ROOT, 'apps/web'),
      encoding: 'utf8',
    },
  )
  if (status !== 0)
    throw new StartError(
      `The web application can’t be built. Fix these errors, then start again:\n${stdout}${stderr}`,
    )
}

function builtAt(dist: string): number {
  if (existsSync(join(dist, '.vite/quick'))) return 0
  return statSync(join(dist, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function lastChange(): number {
  const inFolders = SOURCES.flatMap((folder) => {
    const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    // The build itself writes the route tree.
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.gen.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
  })
  const files = [
    ...inFolders,
    ...FILES.map((file) => join(ROOT, file)).filter((file) => existsSync(file)),
  ]
  return Math.max(...files.map((file) => statSync(file).mtimeMs))
}
