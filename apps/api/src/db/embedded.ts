import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { makeFolder } from '#make-folder.ts'
import { unusable } from '#start-error.ts'
import { findBinaries } from './embedded-binaries.ts'
import { initCluster, userForPostgres } from './embedded-init.ts'
import { lockFolder, stopOrphan } from './embedded-lock.ts'
import { runServer, type Server, type ServerLog } from './embedded-server.ts'

export type EmbeddedOptions = {
  dataDir: string
  durable?: boolean
  log: ServerLog
}

export type EmbeddedDatabase = {
  url: string
  /** Without the network, which is faster. The same as `url` where sockets don't work. */
  localUrl: string
  stop: () => Promise<void>
}

/** Starts our own PostgreSQL below dataDir. `url` is its superuser's. */
export async function startEmbedded({
  dataDir,
  durable = true,
  log,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir)
  const unlock = await openFolder(folder)
  try {
    const place = join(folder, 'postgres')
    const runAs = await userForPostgres(place)
    const cluster = {
      folder: place,
      runAs,
      binaries: await findBinaries(runAs !== undefined),
      durable,
    }
    const password = await initCluster(cluster)
    await stopOrphan(place)
    const server = await runServer(cluster, log)
    const url = await addDatabase(server, password).catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
    const localUrl = server.socketFolder
      ? `${url}?host=${encodeURIComponent(server.socketFolder)}`
      : url
    return { url, localUrl, stop: () => server.stop().then(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function openFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await makeFolder(folder, 0o700)
    return await lockFolder(folder)
  } catch (error) {
    throw unusable(`the data folder ${folder}`, error)
  }
}

async function addDatabase(server: Server, password: string): Promise<string> {
  const base = `postgres://postgres:${password}@127.0.0.1:${server.port}`
  const client = new Client(`${base}/postgres`)
  // The call that was waiting fails too.
  client.on('error', () => {})
  await client.connect()
  const { rowCount } = await client.query("select from pg_database where datname = 'waymark'")
  if (rowCount === 0) await client.query('create database waymark')
  await client.end()
  return `${base}/waymark`
}
