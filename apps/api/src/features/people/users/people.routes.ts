import { users } from 'contract/users'
import { type Server, handleDetached } from '#core/handle.ts'
import { limitExports } from '#support/limit-exports.ts'
import { streamCsv } from '#support/stream-csv.ts'
import { streamWorkbook } from '#support/stream-workbook.ts'
import { changePeople } from './change-people.ts'
import { exportPeople, listPeople } from './list-people.ts'
import { removePeople } from './remove-person.ts'
import { sendPasswordLinks } from './send-password-link.ts'

export function peopleRoutes(server: Server): void {
  handleDetached(server, users.list, ({ query }, context) => listPeople(context, query))

  handleDetached(server, users.exportCsv, async ({ query }, context) =>
    limitExports(context, async () => streamCsv(await exportPeople(context, query, 'csv'))),
  )

  handleDetached(server, users.exportXlsx, async ({ query }, context) =>
    limitExports(context, async () => streamWorkbook(await exportPeople(context, query, 'xlsx'))),
  )

  handleDetached(server, users.changeSeveral, ({ body }, context) => changePeople(context, body))

  handleDetached(server, users.removeSeveral, ({ body }, context) =>
    removePeople(context, body.ids),
  )

  handleDetached(server, users.sendPasswordLinks, ({ body }, context) =>
    sendPasswordLinks(context, body.ids),
  )
}
