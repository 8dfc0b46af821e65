import { contentImports } from 'contract/content-imports'
import { type Server, handleDetached } from '#core/handle.ts'
import { acceptImport, discardImport, showImport } from './accept-import.ts'
import { startImport } from './start-import.ts'

// Detached: files are long, and each opens the transactions of the organisation whose set it is about.
export function contentImportRoutes(server: Server): void {
  handleDetached(server, contentImports.start, async ({ body }, context) =>
    startImport(context, body),
  )
  handleDetached(server, contentImports.get, async ({ params }, context) =>
    showImport(context, params.id),
  )
  handleDetached(server, contentImports.accept, async ({ params }, context) =>
    acceptImport(context, params.id),
  )
  handleDetached(server, contentImports.discard, async ({ params }, context) =>
    discardImport(context, params.id),
  )
}
