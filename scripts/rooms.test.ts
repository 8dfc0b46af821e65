import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../apps/api/src')

/** Each room may import from the rooms before it, and only files that lie directly in them. */
const ROOMS = [
  'identity',
  'people',
  'organisations',
  'content',
  'assessments',
  'reports',
  'certification',
  'insight',
]

type Import = { from: string; to: string }

const imports = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .flatMap(importsOf)

test('every feature folder is a known room', () => {
  expect(readdirSync(join(SRC, 'features')).sort()).toEqual([...ROOMS].sort())
})

test('a room imports only from the rooms before it', () => {
  const upward = imports.filter(({ from, to }) => ROOMS.indexOf(roomOf(to)) > indexOf(from))
  expect(upward.map(lineOf)).toEqual([])
})

test('a room imports only the files that lie directly in another room', () => {
  const priv = imports.filter(
    ({ from, to }) => isRoom(from) && isRoom(to) && roomOf(from) !== roomOf(to) && isNested(to),
  )
  expect(priv.map(lineOf)).toEqual([])
})

test('support, core, db and adapters import no room', () => {
  const leaks = imports.filter(
    ({ from, to }) => /^(support|core|db|adapters)\//.test(from) && isRoom(to),
  )
  expect(leaks.map(lineOf)).toEqual([])
})

test('a room imports only the files that lie directly in support', () => {
  const priv = imports.filter(({ from, to }) => isRoom(from) && /^support\/.+\//.test(to))
  expect(priv.map(lineOf)).toEqual([])
})

test('core, db and adapters do not import support', () => {
  const leaks = imports.filter(
    ({ from, to }) => /^(core|db|adapters)\//.test(from) && to.startsWith('support/'),
  )
  expect(leaks.map(lineOf)).toEqual([])
})

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8')
  return [...text.matchAll(/(?:from |import\(|import )'([#.][^']+)'/g)].map(([, spec = '']) => ({
    from: file,
    to: relative(
      SRC,
      resolve(SRC, spec.startsWith('#') ? spec.slice(1) : join(dirname(file), spec)),
    ),
  }))
}

function isRoom(file: string): boolean {
  return file.startsWith('features/')
}

function roomOf(file: string): string {
  return isRoom(file) ? (file.split('/')[1] ?? '') : ''
}

/** Files outside the rooms (app, main, command lines, demo data, tests' helpers) wire them and may import all. */
function indexOf(file: string): number {
  return isRoom(file) ? ROOMS.indexOf(roomOf(file)) : ROOMS.length
}

function isNested(file: string): boolean {
  return file.split('/').length > 3
}

function lineOf({ from, to }: Import): string {
  return `${from} imports ${to}`
}
