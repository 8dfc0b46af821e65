import { GeneratedFile } from 'contract/generated-files'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

type Caller = ReturnType<TestApp['as']>

/** Requests a PDF, waits until it is settled and downloads it. */
export async function downloadPdf(caller: Caller, path: string) {
  const answer = await caller.post(path)
  if (answer.status !== 200) return answer
  const { id } = GeneratedFile.parse(answer.body)
  await settledPdf(caller, id)
  return await caller.get(`/report-pdfs/${id}/file`)
}

export async function settledPdf(caller: Caller, id: number, status = 'ready') {
  await expect
    .poll(() => caller.get(`/report-pdfs/${id}`), { timeout: 120_000, interval: 200 })
    .toMatchObject({ body: { status } })
}
