import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { MemoryStorage } from '#core/memory-storage.ts'
import { journalKeys, writeJournal } from './journal.ts'
import { openQueue } from './queue.ts'

interface Item {
  seq?: number
  key: string
  owner: string
  text: string
}

let owner: string

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  owner = crypto.randomUUID()
})

test('a queue returns its items in the order in which they were added, also after a reload', async () => {
  const queue = await openQueue<Item>(owner)
  for (const text of ['one', 'two', 'three']) await queue.add(anItem(text))
  const reloaded = await openQueue<Item>(owner)
  expect(await textsIn(reloaded)).toEqual(['one', 'two', 'three'])
})

test('a queue has only the items of its owner', async () => {
  const queue = await openQueue<Item>(owner)
  await queue.add(anItem('mine'))
  const other = await openQueue<Item>(crypto.randomUUID())
  expect(await other.all()).toEqual([])
  await other.edit(() => [])
  expect(await textsIn(queue)).toEqual(['mine'])
})

test('an edit removes omitted items and changes replaced items in place', async () => {
  const queue = await openQueue<Item>(owner)
  for (const text of ['one', 'two', 'three']) await queue.add(anItem(text))
  await queue.edit(([first, second]) =>
    [first, second].flatMap((item) => (item ? { ...item, text: `${item.text}!` } : [])),
  )
  expect(await textsIn(queue)).toEqual(['one!', 'two!'])
})

test('two tabs that edit in parallel see each other’s changes', async () => {
  const [one, two] = [await openQueue<Item>(owner), await openQueue<Item>(owner)]
  await one.add(anItem(''))
  const longer = (letter: string) => (items: Item[]) =>
    items.map((item) => ({ ...item, text: item.text + letter }))
  await Promise.all([one.edit(longer('a')), two.edit(longer('b')), one.edit(longer('c'))])
  const [text = ''] = await textsIn(one)
  expect(text.split('').toSorted()).toEqual(['a', 'b', 'c'])
})

test('a closed page’s item that is only in the journal is queued once', async () => {
  const queue = await openQueue<Item>(owner)
  const [stored, dropped] = [anItem('stored'), anItem('dropped')]
  await queue.add(stored)
  for (const item of [stored, dropped]) writeJournal(`waymark-outbox ${owner}`, item.key, item)
  const [one] = await Promise.all([openQueue<Item>(owner), openQueue<Item>(owner)])
  expect(await textsIn(one)).toEqual(['stored', 'dropped'])
  expect(journalKeys(`waymark-outbox ${owner}`)).toEqual([])
})

test('an item is in the journal until the database has it', async () => {
  const queue = await openQueue<Item>(owner)
  const adding = queue.add(anItem('one'))
  expect(journalKeys(`waymark-outbox ${owner}`)).toHaveLength(1)
  await adding
  expect(journalKeys(`waymark-outbox ${owner}`)).toEqual([])
})

function anItem(text: string): Item {
  return { key: crypto.randomUUID(), owner, text }
}

async function textsIn(queue: { all: () => Promise<Item[]> }) {
  return (await queue.all()).map(({ text }) => text)
}
