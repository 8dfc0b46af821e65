import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'
import Chromium, { inflate } from '@sparticuz/chromium'

const APT_GET = '/usr/bin/apt-get'
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser from npm, else an installed one, else Debian's package if root can install it. */
export async function browserOptions(): Promise<LaunchOptions> {
  const packaged = await packagedBrowser().catch(() => undefined)
  if (packaged && runs(packaged)) return packaged
  const installed = INSTALLED.find((path) => existsSync(path)) ?? installDebian()
  if (installed === undefined)
    throw new Error('The browser tests need Chromium: install it, then run them again.')
  return { executablePath: installed }
}

function runs({ executablePath, env }: Browser): boolean {
  try {
    execFileSync(executablePath, ['--version'], { env, stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

type Browser = { executablePath: string; env: NodeJS.ProcessEnv }

/** The package's libraries and fonts are for Amazon Linux; the environment shows them to the browser only. */
async function packagedBrowser(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(tmpdir(), `waymark-chromium-${userInfo().uid}`)
  if (!existsSync(folder)) await unpack(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: folder,
    },
  }
}

async function unpack(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  const temporary = process.env.TMPDIR
  // The package unpacks to the temporary folder, where other users' files may be in the way.
  process.env.TMPDIR = unfinished
  try {
    const executable = await Chromium.executablePath()
    await inflate(
      join(import.meta.dirname, '../node_modules/@sparticuz/chromium/bin/al2023.tar.br'),
    )
    if (!executable.startsWith(unfinished))
      throw new Error('The browser was unpacked to an unexpected place.')
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
  }
  await writeFile(join(unfinished, 'fonts.conf'), fontsConfiguration(folder))
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
}

function fontsConfiguration(folder: string): string {
  const folders = [join(folder, 'fonts'), '/usr/share/fonts'].map((path) => `<dir>${path}</dir>`)
  return `<?xml version="1.0"?><fontconfig>${folders.join('')}<cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`
}

function installDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync(APT_GET)) return undefined
  process.stderr.write('No browser found: installing Debian’s package chromium.\n')
  execFileSync(APT_GET, ['update', '-qq'], { stdio: 'ignore' })
  execFileSync(APT_GET, ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    stdio: 'ignore',
  })
  return INSTALLED.find((path) => existsSync(path))
}
