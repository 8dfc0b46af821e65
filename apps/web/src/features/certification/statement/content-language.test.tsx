import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import type { ReviewStatement } from 'contract/reviews'
import { expect, test } from 'vitest'
import { ContentLanguage } from '#ui/content-text.tsx'
import { Declared } from '#features/certification/review/declared.tsx'
import { ReachedBand } from '#features/certification/review/reached-band.tsx'
import { ResponseConflict } from './response-state.tsx'

/** Without the elements that only keep a text apart from others. */
const inArabic = (part: ReactNode) =>
  renderToStaticMarkup(<ContentLanguage of="ar">{part}</ContentLanguage>).replaceAll(
    /<\/?span>/g,
    '',
  )
const arabic = (text: string) => `<bdi lang="ar" dir="rtl">${text}</bdi>`

test('both responses of a conflict have the language of the content set', () => {
  const responses = [
    { id: 1, label: 'لم يبدأ' },
    { id: 2, label: 'مطبق' },
  ]
  const saved = { statement_id: 1, version: 2, reviewed_at: null, reviewer: 'Auditor' }
  const panel = inArabic(
    <ResponseConflict
      statement={{ responses } as unknown as ReviewStatement}
      conflict={{
        current: { ...saved, statement_response_id: 1, remark: 'See page 4' },
        sent: { version: 1, statement_id: 1, statement_response_id: 2, remark: null },
      }}
      onUseMine={() => {}}
      onUseTheirs={() => {}}
    />,
  )
  expect(panel).toContain(`<div dir="ltr">Certified: ${arabic('مطبق')}<br/>No remark</div>`)
  expect(panel).toContain(
    `Certified: ${arabic('لم يبدأ')}<br/>Remark: <bdi translate="no">See page 4</bdi></div>`,
  )
})

test('the declared response in the decision bar has the language of the content set', () => {
  const responses = [
    { id: 1, label: 'لم يبدأ' },
    { id: 2, label: 'مطبق' },
  ]
  const declared = (current: number | null) =>
    inArabic(<Declared statement={{ responses, current } as unknown as ReviewStatement} />)
  expect(declared(2)).toContain(`Declared: 2 ${arabic('مطبق')}`)
  expect(declared(null)).toContain('Declared: Does not apply')
})

test('the bands of a certificate have the language of the content set', () => {
  const outcome = {
    missing: 0,
    current: 0.8,
    certified: 0.9,
    band: 'ذهبي',
    bands: ['فضي', 'ذهبي'],
    missing_band: null,
  }
  const band = inArabic(<ReachedBand review={{ outcome, elements: [] }} scale={null} />)
  expect(band.split(arabic('ذهبي'))).toHaveLength(3)
  expect(band).toContain(arabic('فضي'))
  expect(band).toContain('Certified 90%, declared 80%')
})
