import { participation } from 'contract/participation'
import { type Server, handleDetached } from '#core/handle.ts'
import { limitExports } from '#support/limit-exports.ts'
import { streamCsv } from '#support/stream-csv.ts'
import { streamWorkbook } from '#support/stream-workbook.ts'
import { exportParticipation } from './export-participation.ts'
import { listParticipants } from './list-participants.ts'

export function participationRoutes(server: Server): void {
  handleDetached(server, participation.list, ({ query }, context) =>
    listParticipants(context, query),
  )

  handleDetached(server, participation.exportCsv, async ({ query }, context) =>
    limitExports(context, async () => streamCsv(await exportParticipation(context, query, 'csv'))),
  )

  handleDetached(server, participation.exportXlsx, async ({ query }, context) =>
    limitExports(context, async () =>
      streamWorkbook(await exportParticipation(context, query, 'xlsx')),
    ),
  )
}
