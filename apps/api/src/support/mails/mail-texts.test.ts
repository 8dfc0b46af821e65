import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

test('no room writes a mail of its own', () => {
  const rooms = resolve(import.meta.dirname, '../../features')
  const files = readdirSync(rooms, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const withText = files.filter((name) =>
    /\bparagraphs: \[/.test(readFileSync(join(rooms, name), 'utf8')),
  )
  expect(withText).toEqual([])
})
