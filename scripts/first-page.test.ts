import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const CONTRACT = join(ROOT, 'packages/contract/src')
const WEB = join(ROOT, 'apps/web/src')

test('what every page loads imports no schema of the contract', () => {
  const files = ['core', 'support', 'features/frames', 'routes'].flatMap((folder) =>
    readdirSync(join(WEB, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
  const schemas = files.flatMap((file) =>
    valuesFrom(join(WEB, file), /contract\/([\w-]+)/)
      .filter(needsZod)
      .map((name) => `${file} imports contract/${name}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(schemas).toEqual([])
})

function needsZod(name: string): boolean {
  const file = join(CONTRACT, `${name}.ts`)
  return valuesFrom(file, /(zod)/).length > 0 || valuesFrom(file, /\.\/([\w-]+)\.ts/).some(needsZod)
}

/** The names in the paths of this kind from which a file imports more than types. */
function valuesFrom(file: string, path: RegExp): string[] {
  const imports = new RegExp(`^import (?!type )[^']*'${path.source}'`, 'gm')
  return [...readFileSync(file, 'utf8').matchAll(imports)].map(([, name = '']) => name)
}
