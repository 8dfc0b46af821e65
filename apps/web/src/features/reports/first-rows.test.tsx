import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

// What the hook beside it listens to.
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('matchMedia', () => new EventTarget())
const { ShowMore } = await import('./first-rows.tsx')

test.for([
  [8, 300, 'Showing 8 of 300. Show 100 more'],
  [8, 109, 'Showing 8 of 109. Show 100 more'],
  [8, 108, 'Showing 8 of 108. Show all 108'],
  [208, 1300, 'Showing 208 of 1,300. Show 100 more'],
  [1208, 1300, 'Showing 1,208 of 1,300. Show all 1,300'],
  [300, 300, 'Showing 300 of 300. Show the first 8'],
  // The rows became fewer by a filter.
  [300, 20, 'Showing 20 of 20. Show the first 8'],
  [8, 8, ''],
] as const)('%i of %i rows: "%s"', ([shown, total, text]) => {
  const markup = renderToStaticMarkup(
    <ShowMore shown={shown} total={total} first={8} onShow={() => {}} />,
  )
  expect(markup.replaceAll(/<[^>]+>/g, '')).toBe(text)
})
