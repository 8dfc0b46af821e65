import type { ContentSetDetails } from 'contract/content-sets'
import type { DraftFault } from 'contract/draft'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Builder } from '#features/content/builder.ts'
import { BuilderContext } from '#features/content/builder-context.ts'
import { startDraft, withValue } from '#features/content/saving/draft-state.ts'
import { DraftCheck, DraftText } from './draft-fields.tsx'

const MISSING: DraftFault = {
  element_id: null,
  statement: null,
  response: null,
  field: 'title',
  message: 'Enter text',
}

/** A field as it is first shown, after these fields were left. */
function shown(
  { left, typed = '' }: { left: readonly string[]; typed?: string },
  field = <DraftText field="title" label="Title" />,
) {
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
    <BuilderContext value={builder as unknown as Builder}>{field}</BuilderContext>,
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

test('a check shows its hint, if it has one', () => {
  const check = <DraftCheck field="offers_certification" label="Certification" hint="Once a year" />
  const text = (field: ReactElement) => shown({ left: [] }, field).replaceAll(/<[^>]+>/g, '')
  expect(text(check)).toBe('CertificationOnce a year')
  expect(text(<DraftCheck field="offers_certification" label="Certification" />)).toBe(
    'Certification',
  )
})
