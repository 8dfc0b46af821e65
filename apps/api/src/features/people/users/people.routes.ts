import { people } from 'contract/people'
import { type Server, handleDetached } from '#core/handle.ts'
import { limitExports } from '#support/limit-exports.ts'
import { streamCsv } from '#support/stream-csv.ts'
import { streamWorkbook } from '#support/stream-workbook.ts'
import { changePeople } from './change-people.ts'
import { exportPeople, listPeople } from './list-people.ts'
import { removePeople } from './remove-person.ts'
import { sendPasswordLinks } from './send-password-link.ts'

export function peopleRoutes(server: Server): void {
  handleDetached(
    server,
    people.list,
    async ({ query }, context) => await listPeople(context, query),
  )

  handleDetached(server, people.exportCsv, async ({ query }, context) =>
    limitExports(context, async () => streamCsv(await exportPeople(context, query, 'csv'))),
  )

  handleDetached(server, people.exportXlsx, async ({ query }, context) =>
    limitExports(context, async () => streamWorkbook(await exportPeople(context, query, 'xlsx'))),
  )

  handleDetached(
    server,
    people.change,
    async ({ body }, context) => await changePeople(context, body),
  )

  handleDetached(
    server,
    people.remove,
    async ({ body }, context) => await removePeople(context, body.ids),
  )

  handleDetached(
    server,
    people.sendPasswordLinks,
    async ({ body }, context) => await sendPasswordLinks(context, body.ids),
  )
}
