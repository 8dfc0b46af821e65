import { expect, test } from 'vitest'
import { aContentSet, aReport, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { largestSet } from 'api/testing/language-sets'
import { downloadPdf } from 'api/testing/download-pdf'
import { testApp } from 'api/testing/test-app'

const t = await testApp()

test('the PDF of 1,425 statements in 745 elements is created', async () => {
  const tenant = await aTenant(t.db)
  const user = await aUser(t.db, { tenant })
  const contentSetId = await aContentSet(t.db, { tenant, file: largestSet() })
  const report = await aReport(t.db, user, await anAssessment(t.db, { user, contentSetId }))
  const { status, bytes } = await downloadPdf(t.as(user), `/reports/${report}/pdf`)
  expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect(bytes.length).toBeGreaterThan(1_000_000)
}, 180_000)
