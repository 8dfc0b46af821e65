import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
} from 'node:fs'
import { existsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../../..')
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'data', 'tmp', 'release', 'test-results'])

/** Mutants are written into the sources, so they run on a copy with links to the installed packages. */
export function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'waymark-mutants-'))
  // PostgreSQL runs as another user if root runs the tests.
  chmodSync(copy, 0o755)
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) })
  for (const folder of ['.', ...workspaces()])
    linkPackages(join(ROOT, folder, 'node_modules'), join(copy, folder, 'node_modules'))
  return copy
}

function workspaces(): string[] {
  const parents = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => join(parent, name)),
  )
  return [...parents, 'bench', 'e2e'].filter((folder) => existsSync(join(ROOT, folder)))
}

function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const source = join(from, name)
    if (name.startsWith('@')) linkPackages(source, join(to, name))
    // The workspaces' own links are relative, so here they lead into the copy.
    else if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), join(to, name))
    else if (name === '.bin' || !name.startsWith('.')) symlinkSync(source, join(to, name))
  }
}
