import { contentExports } from 'contract/content-exports'
import { type Server, handleDetached } from '#core/handle.ts'
import { showExport, showFile } from './show-export.ts'
import { startExport } from './start-export.ts'

// Detached: files are long, and each call opens the transactions of the organisation whose set it is about.
export function contentExportRoutes(server: Server): void {
  handleDetached(server, contentExports.start, async ({ params, body }, context) =>
    startExport(context, params.id, body.format),
  )
  handleDetached(server, contentExports.get, async ({ params }, context) =>
    showExport(context, params.id),
  )
  handleDetached(server, contentExports.file, async ({ params }, context) =>
    showFile(context, params.id),
  )
}
