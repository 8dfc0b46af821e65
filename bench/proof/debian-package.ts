import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const APT_GET = '/usr/bin/apt-get'

/** Installs Debian's package of this program if root can. Otherwise the caller skips. */
export function hasProgram(program: string, debianPackage: string): boolean {
  if (existsSync(program)) return true
  if (process.getuid?.() !== 0 || !existsSync(APT_GET)) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync(APT_GET, ['update'], { env, stdio: 'ignore' })
  const install = ['install', '-y', '--no-install-recommends', debianPackage]
  execFileSync(APT_GET, install, { env, stdio: 'ignore' })
  return existsSync(program)
}
