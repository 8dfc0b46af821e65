import { contract } from 'contract/index'
import type { Endpoint } from 'contract/endpoint'
import type { BodyBlocks } from './body-blocks.ts'
import { type Faults, parseJson, readPart } from './read-body.ts'

const endpoints: Endpoint[] = Object.values(contract).flatMap((all) => Object.values<Endpoint>(all))

type Job = Pick<Endpoint, 'method' | 'path'> & { blocks: BodyBlocks }

type Body = { data: unknown; faults: Faults }

/** Reads a long body, in a thread. Undefined if it is no JSON. */
export function run({ method, path, blocks }: Job): Body | 'too-complex' | undefined {
  const bytes = Buffer.concat(blocks)
  if (hasManyParts(bytes)) return 'too-complex'
  const endpoint = endpoints.find((one) => one.method === method && one.path === path)
  const json = parseJson(bytes)
  if (!endpoint || !json) return undefined
  const faults: Faults = Object.create(null) as Faults
  const data = readPart(endpoint, 'body', json.value, faults)
  return { data, faults }
}

/** Far more than the largest draft has. */
const MAX_PARTS = 500_000
const SIGNS = new Set(Buffer.from(',[{'))

/** Counted before parsing, which would take gigabytes for millions of values. */
function hasManyParts(bytes: Uint8Array): boolean {
  let count = 0
  return bytes.some((byte) => SIGNS.has(byte) && (count += 1) > MAX_PARTS)
}
