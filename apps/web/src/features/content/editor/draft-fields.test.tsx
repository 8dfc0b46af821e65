import type { ContentSetDetails } from 'contract/content-sets'
import type { DraftFault } from 'contract/draft'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Builder } from '#features/content/builder.ts'
import { BuilderContext } from '#features/content/builder-context.ts'
import { startDraft, withValue } from '#features/content/saving/draft-state.ts'
import { DraftText } from './draft-fields.tsx'

const MISSING: DraftFault = {
  element_id: null,
  statement: null,
  response: null,
  field: 'title',
  message: 'Is missing: enter text',
}

/** The title as it is first shown, after these fields were left. */
function shown({ left, typed = '' }: { left: readonly string[]; typed?: string }) {
  const details = { head: { title: '', scale: [] }, head_version: 1, outline: [] }
  const builder = {
    canEdit: true,
    draft: createStore(() => {
      const state = startDraft(details as unknown as ContentSetDetails)
      const value = { ...state.head.value, title: typed }
      return { ...state, head: withValue(state.head, value) }
    }),
    faults: createStore(() => ({ all: [MISSING] })),
    touched: createStore(() => ({ ids: new Set(left) })),
  }
  return renderToStaticMarkup(
    <BuilderContext value={builder as unknown as Builder}>
      <DraftText field="title" label="Title" />
    </BuilderContext>,
  )
}

test('a field that the author has not left shows no error', () => {
  const field = shown({ left: [] })
  expect(field).toContain('Title')
  expect(field).not.toContain(MISSING.message)
  expect(field).not.toContain('aria-invalid="true"')
})

test('a field that the author has left shows what publishing needs', () => {
  expect(shown({ left: ['field-set-title'] })).toContain(MISSING.message)
})

test('a changed field shows no earlier error until it is saved', () => {
  const field = shown({ left: ['field-set-title'], typed: 'Water safety' })
  expect(field).not.toContain(MISSING.message)
})
