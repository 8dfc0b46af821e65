import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

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

const APPS = [
  { app: 'api', below: ['core', 'db', 'adapters'], rooms: ROOMS },
  {
    app: 'web',
    below: ['core', 'ui'],
    rooms: ['charts', 'records', 'lists', ...ROOMS, 'home', 'frames'],
  },
]

type Import = { from: string; to: string }

describe.each(APPS)('in apps/$app', ({ app, below, rooms }) => {
  const src = resolve(import.meta.dirname, '../apps', app, 'src')
  const imports = importsIn(src)

  test('every feature folder is a known room', () => {
    expect(readdirSync(join(src, 'features')).sort()).toEqual([...rooms].sort())
  })

  test('a room imports only from the rooms before it', () => {
    const upward = imports.filter(
      ({ from, to }) => isRoom(from) && rooms.indexOf(roomOf(to)) > rooms.indexOf(roomOf(from)),
    )
    expect(upward.map(lineOf)).toEqual([])
  })

  test('a room imports only the files that lie directly in another room', () => {
    const priv = imports.filter(
      ({ from, to }) => isRoom(from) && isRoom(to) && roomOf(from) !== roomOf(to) && isNested(to),
    )
    expect(priv.map(lineOf)).toEqual([])
  })

  test('a room imports only the files that lie directly in support', () => {
    const priv = imports.filter(({ from, to }) => isRoom(from) && /^support\/.+\//.test(to))
    expect(priv.map(lineOf)).toEqual([])
  })

  test('support and what lies below it import no room', () => {
    const leaks = imports.filter(({ from, to }) => isIn(['support', ...below], from) && isRoom(to))
    expect(leaks.map(lineOf)).toEqual([])
  })

  test('what lies below support does not import it', () => {
    const leaks = imports.filter(({ from, to }) => isIn(below, from) && isIn(['support'], to))
    expect(leaks.map(lineOf)).toEqual([])
  })
})

test('in apps/api, core imports db and not the other way round', () => {
  const leaks = importsIn(resolve(import.meta.dirname, '../apps/api/src')).filter(
    ({ from, to }) => isIn(['db'], from) && isIn(['core'], to),
  )
  expect(leaks.map(lineOf)).toEqual([])
})

/** Where SQL is written or a query is built, besides the types of queries. */
const SQL =
  /\bsql[`<.]|\bCompiledQuery\b|\b(pool|pools\.\w+)\.query\b|\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(/

test('in the rooms and the support of apps/api, SQL stands in queries files', () => {
  const src = resolve(import.meta.dirname, '../apps/api/src')
  const elsewhere = sourcesIn(src).filter(
    ({ file, text }) =>
      isIn(['features', 'support'], file) && !file.endsWith('.queries.ts') && SQL.test(text),
  )
  expect(elsewhere.map(({ file }) => file)).toEqual([])
})

/** A function with the database after another parameter. */
const DB_LATER =
  /export (?:async )?function\*? \w+(?:<[^(]*>)?\((?!\s*db: Db\b)[^)]*(?<![({] ?)\bdb: Db\b/

test('in the rooms and the support of apps/api, functions take the database first', () => {
  const src = resolve(import.meta.dirname, '../apps/api/src')
  const others = sourcesIn(src).filter(
    ({ file, text }) => isIn(['features', 'support'], file) && DB_LATER.test(text),
  )
  expect(others.map(({ file }) => file)).toEqual([])
})

function importsIn(src: string): Import[] {
  return sourcesIn(src).flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from |import\(|import )'([#.][^']+)'/g)].map(([, spec = '']) => ({
      from: file,
      to: relative(
        src,
        resolve(src, spec.startsWith('#') ? spec.slice(1) : join(dirname(file), spec)),
      ),
    })),
  )
}

function sourcesIn(src: string): { file: string; text: string }[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))
}

/** Other files (app, main, pages, command lines, demo data, tests' helpers) wire the rooms and may import all. */
function isRoom(file: string): boolean {
  return isIn(['features'], file)
}

function roomOf(file: string): string {
  return isRoom(file) ? (file.split('/')[1] ?? '') : ''
}

function isIn(folders: string[], file: string): boolean {
  return folders.includes(file.split('/')[0] ?? '')
}

function isNested(file: string): boolean {
  return file.split('/').length > 3
}

function lineOf({ from, to }: Import): string {
  return `${from} imports ${to}`
}
