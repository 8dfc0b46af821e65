import { connections } from 'contract/connections'
import { type Server, handleDetached } from '#core/handle.ts'
import {
  addConnectionTo,
  changeConnectionOf,
  connectionsOf,
  removeConnectionOf,
  unassignedOf,
  unlinkAllOf,
} from './connections-of.ts'
import { testConnection } from './test-connection.ts'

export function connectionRoutes(server: Server): void {
  handleDetached(server, connections.list, async ({ params }, context) => ({
    connections: await connectionsOf(context, params.id),
    unassigned: await unassignedOf(context, params.id),
  }))

  handleDetached(server, connections.create, ({ params, body }, context) =>
    addConnectionTo(context, params.id, body),
  )

  handleDetached(server, connections.change, ({ params, body }, context) =>
    changeConnectionOf(context, params, body),
  )

  handleDetached(server, connections.remove, ({ params, query }, context) =>
    removeConnectionOf(context, params, query),
  )

  handleDetached(server, connections.unlinkAll, ({ params }, context) =>
    unlinkAllOf(context, params),
  )

  handleDetached(server, connections.test, async ({ params }, context) => ({
    checks: await testConnection(context, params),
  }))
}
