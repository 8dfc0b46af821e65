import { contract } from 'contract/index'
import type { Endpoint } from 'contract/endpoint'
import { type Faults, parseJson, readPart } from './read-body.ts'

const endpoints: Endpoint[] = Object.values(contract).flatMap((all) => Object.values<Endpoint>(all))

type Job = Pick<Endpoint, 'method' | 'path'> & { bytes: Uint8Array<ArrayBuffer> }

/** Reads a long body, in a thread. Undefined if it is no JSON. */
export function run({ method, path, bytes }: Job): { data: unknown; faults: Faults } | undefined {
  const endpoint = endpoints.find((one) => one.method === method && one.path === path)
  const json = parseJson(bytes)
  if (!endpoint || !json) return undefined
  const faults: Faults = Object.create(null) as Faults
  const data = readPart(endpoint, 'body', json.value, faults)
  return { data, faults }
}
