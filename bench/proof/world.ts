import { type ApiNode, makeApiNode } from './api-node.ts'
import { startOwnDatabase } from './own-database.ts'
import { addPeople } from './people.ts'
import { startTcpProxy } from './tcp-proxy.ts'

export type World = Awaited<ReturnType<typeof startWorld>>

type Wish = { people: number; nodes?: number; throughProxy?: boolean }

/** A database, people in it and nodes of the API that serve them, directly or through the proxy. */
export async function startWorld({ people: count, nodes: size = 1, throughProxy = false }: Wish) {
  const database = await startOwnDatabase()
  const proxy = await startTcpProxy(database.port())
  const nodes: ApiNode[] = []
  const close = async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await proxy.close()
    await database.close()
  }
  try {
    const people = await addPeople(database.url(), count)
    const url = new URL(database.url())
    if (throughProxy) url.port = String(proxy.port)
    while (nodes.length < size) nodes.push(await makeApiNode(url.href))
    await Promise.all(nodes.map((node) => node.start()))
    return { database, proxy, people, nodes, ports: nodes.map(({ port }) => port), close }
  } catch (error) {
    await close()
    throw error
  }
}
