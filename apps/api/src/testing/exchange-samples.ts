import { aSmallSet } from './factories.ts'
import type { Ids, Sample } from './samples.ts'

const file = Buffer.from(JSON.stringify(aSmallSet(1, 1))).toString('base64')

const ofImport = ({ contentImport }: Ids) =>
  ({ params: { id: contentImport }, isShared: true }) as const
const ofExport = ({ contentExport }: Ids) =>
  ({ params: { id: contentExport }, isShared: true }) as const

/** Rightful calls that take content sets in and give them out. */
export const exchangeSamples: Record<string, (ids: Ids) => Sample> = {
  'contentImports.start': ({ tenant }) => ({
    body: { name: 'a set.json', file, tenant_id: tenant },
    isShared: true,
  }),
  'contentImports.get': ofImport,
  'contentImports.accept': ofImport,
  'contentImports.discard': (ids) => ({ ...ofImport(ids), status: 204 }),
  'contentExports.start': ({ contentSet }) => ({
    params: { id: contentSet },
    body: { format: 'json' },
    isShared: true,
  }),
  'contentExports.get': ofExport,
  'contentExports.file': ofExport,
}
