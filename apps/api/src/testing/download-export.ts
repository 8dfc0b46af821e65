import type { ExportFormat } from 'contract/content-exports'
import { GeneratedFile } from 'contract/generated-files'
import { expect } from 'vitest'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

type Server = Pick<TestApp, 'as'>

/** Starts the export of a content set. */
export async function startedExport(
  t: Server,
  by: TestUser,
  setId: number | null,
  format: ExportFormat = 'json',
): Promise<GeneratedFile> {
  const { body } = await t.as(by).post(`/content-sets/${setId}/exports`, { format })
  return GeneratedFile.parse(body)
}

/** Exports a content set and returns the file. */
export async function downloadExport(
  t: Server,
  ...input: [TestUser, number | null, ExportFormat?]
) {
  const [by] = input
  const { id } = await startedExport(t, ...input)
  await settledExport(t, by, id)
  return await t.as(by).get(`/content-exports/${id}/file`)
}

export async function settledExport(t: Server, by: TestUser, id: number, status = 'ready') {
  await expect
    .poll(() => t.as(by).get(`/content-exports/${id}`), { timeout: 60_000, interval: 100 })
    .toMatchObject({ body: { status } })
}
