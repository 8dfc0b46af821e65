import { participation } from 'contract/participation'
import { type Server, handleDetached } from '#core/handle.ts'
import { exportParticipation } from './export-participation.ts'
import { listParticipants } from './list-participants.ts'

export function participationRoutes(server: Server): void {
  handleDetached(server, participation.list, ({ query }, context) =>
    listParticipants(context, query),
  )
  handleDetached(server, participation.exportCsv, ({ query }, context) =>
    exportParticipation(context, query, 'csv'),
  )
  handleDetached(server, participation.exportXlsx, ({ query }, context) =>
    exportParticipation(context, query, 'xlsx'),
  )
}
