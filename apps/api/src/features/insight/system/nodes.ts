import { hostname } from 'node:os'
import packageJson from '#package.json' with { type: 'json' }
import type { App } from '#core/context.ts'
import { withTenants } from '#db/pools.ts'
import { findDifferences, hashesOf } from './node-settings.ts'
import { deleteGoneNodes, deleteNode, saveNode } from './nodes.queries.ts'

/** Milliseconds. */
export const BEAT = 20_000

/** What was logged last, by node. */
const logged = new WeakMap<App, string>()

/** Tells the other nodes that this one is running, and the log when their settings differ. */
export async function watchNodes(app: App, log: { warn: (line: string) => void }): Promise<void> {
  await beat(app)
  const difference = (await findDifferences(app)) ?? ''
  if (difference !== '' && difference !== logged.get(app)) log.warn(difference)
  logged.set(app, difference)
}

/** Tells the other nodes that this one is running, with its settings. */
export async function beat({ pools, env, nodeId: id, folderId, secrets }: App): Promise<void> {
  const name = `${hostname()}:${env.PORT}`
  const settings = JSON.stringify(hashesOf(env, secrets, folderId))
  await withTenants(pools, [], async (db) => {
    await saveNode(db, { id, name, version: packageJson.version, settings })
    await deleteGoneNodes(db)
  })
}

/** Called when the process stops. */
export async function endBeat({ pools, nodeId }: App): Promise<void> {
  await withTenants(pools, [], (db) => deleteNode(db, nodeId))
}
