import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build-web.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage:
  npm run release                  build the web application and pack a release into release/
  npm run release -- --out FOLDER  pack the release into an empty or new folder`

const ROOT = resolve(import.meta.dirname, '..')
/** What an installation runs or reads. */
const PARTS = ['apps/api', 'apps/web/dist', 'packages', 'scripts', 'deploy', 'docs']
const TEXTS = ['CHANGELOG.md', 'LICENSE', 'README.md', '.npmrc', '.dockerignore']
const LEFT_OUT =
  /\.test\.ts$|\.map$|(^|\/)node_modules(\/|$)|^apps\/api\/src\/(testing|safety)$|^scripts\/(db-types|dev|idp|release|security-register|size|test|web-types)\.ts$/
/** Of the npm scripts of operators, beside the command line's. */
const START = new Set(['start', 'db:reset'])
const COMMAND = 'node scripts/waymark.ts'

type Manifest = { version: string; scripts: Record<string, string>; devDependencies?: object }
type Bom = { serialNumber?: string; metadata: { timestamp?: string; component: { name: string } } }

await runCommand(async (args) => {
  if (args.includes('--help')) return USAGE
  const { values } = parseArgs({
    args,
    options: { out: { type: 'string', default: join(ROOT, 'release') } },
  })
  return await packRelease(resolve(values.out))
})

async function packRelease(out: string): Promise<string> {
  const folder = join(out, `waymark-${readManifest(ROOT).version}`)
  rmSync(folder, { recursive: true, force: true })
  await buildWeb()
  for (const part of [...PARTS, ...TEXTS]) copyPart(part, folder)
  writeManifests(folder, 'apps/api')
  mkdirSync(join(folder, 'sbom'))
  writeBom(folder, join(folder, 'sbom/server.cdx.json'))
  await writeWebBom(join(folder, 'sbom/web.cdx.json'))
  const tarball = pack(folder)
  rmSync(folder, { recursive: true })
  const sums = join(out, 'SHA256SUMS')
  writeFileSync(sums, `${sha256(tarball)}  ${basename(tarball)}\n`)
  return `${tarball}\n${sums}`
}

function copyPart(part: string, folder: string) {
  cpSync(join(ROOT, part), join(folder, part), {
    recursive: true,
    filter: (path) => !LEFT_OUT.test(relative(ROOT, path)),
  })
}

/** One application with the packages that it imports, without development packages. */
function writeManifests(folder: string, app: string) {
  const { devDependencies: _, ...root } = readManifest(ROOT)
  const scripts = Object.entries(root.scripts).filter(
    ([name, script]) => START.has(name) || script.startsWith(COMMAND),
  )
  // A shell remembers where it found `node` first, before the link was there; env looks again.
  const postinstall = `${root.scripts.postinstall} && env node scripts/trim-packages.ts`
  writeJson(join(folder, 'package.json'), {
    ...root,
    workspaces: ['packages/*', app],
    scripts: { ...Object.fromEntries(scripts), postinstall },
  })
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`)
  for (const part of [app, ...packages]) {
    const { devDependencies: _, ...manifest } = readManifest(join(ROOT, part))
    mkdirSync(join(folder, part), { recursive: true })
    writeJson(join(folder, part, 'package.json'), manifest)
  }
  cpSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'))
  run('npm', ['install', '--package-lock-only', '--offline', '--ignore-scripts'], folder)
}

/** What is in the build of the web, which the release has no packages of. */
async function writeWebBom(file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-sbom-'))
  writeManifests(folder, 'apps/web')
  writeBom(folder, file)
  rmSync(folder, { recursive: true })
}

// npm leaves out a package that any manifest names for development, even if another needs it at run time. So the
// manifests here have no such packages.
function writeBom(folder: string, file: string) {
  const { serialNumber: _, ...bom }: Bom = JSON.parse(
    run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], folder),
  )
  delete bom.metadata.timestamp
  bom.metadata.component.name = 'waymark'
  writeJson(file, bom)
}

/** The same commit gives the same bytes. */
function pack(folder: string): string {
  const tarball = `${folder}.tar.gz`
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const order = ['--sort=name', `--mtime=${releasedAt()}`, '-C', resolve(folder, '..')]
  run('tar', ['-I', 'gzip -9n', '-cf', tarball, ...owner, ...order, basename(folder)], ROOT)
  return tarball
}

/** Browsers compare the times of files, so two different releases never have the same. */
function releasedAt(): string {
  try {
    const isClean = run('git', ['status', '--porcelain'], ROOT) === ''
    if (isClean) return run('git', ['log', '-1', '--format=%cI'], ROOT).trim()
  } catch {
    // There is no repository, as in the build of an image.
  }
  return new Date().toISOString()
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function writeJson(file: string, value: unknown) {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`)
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function run(program: string, args: string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
