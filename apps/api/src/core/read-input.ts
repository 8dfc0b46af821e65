import type { FastifyRequest } from 'fastify'
import type { Endpoint } from 'contract/endpoint'
import { type ThreadWork, ThreadLimit } from '#adapters/threads.ts'
import { type BodyBlocks, lengthOf } from './body-blocks.ts'
import type { run } from './body-worker.ts'
import type { App, PublicContext } from './context.ts'
import { ApiError } from './errors.ts'
import { USUAL_BYTES } from './http.ts'
import { type Faults, parseJson, readPart } from './read-body.ts'

/** The web sends up to 10,000. Checking more by the schema would hold up other requests. */
const MAX_VALUES = 20_000

const READ_BODY: ThreadWork<typeof run> = {
  module: new URL('body-worker.ts', import.meta.url),
  megabytes: 256,
  milliseconds: 10_000,
}

type Body = { data: unknown; faults: Faults }

/** The input of an endpoint, or an error with what is expected. */
export function readInput(endpoint: Endpoint, request: FastifyRequest) {
  return inputOf(endpoint, request, bodyOf(endpoint, request.body))
}

/** The same, for an endpoint that may take a long body. That is read in a thread. */
export async function readLongInput(endpoint: Endpoint, { app, request }: PublicContext) {
  if (endpoint.mostBytes === undefined || endpoint.isRaw) return readInput(endpoint, request)
  const blocks = request.body as BodyBlocks | undefined
  if (!blocks?.length) throw refusal('The body is empty. Send JSON.')
  return inputOf(endpoint, request, await longBodyOf(app, endpoint, blocks))
}

async function longBodyOf(app: App, endpoint: Endpoint, blocks: BodyBlocks): Promise<Body> {
  if (lengthOf(blocks) > USUAL_BYTES) return await readInThread(app, endpoint, blocks)
  const json = parseJson(Buffer.concat(blocks))
  if (!json) throw refusal('The request body is not valid JSON. Correct it and try again.')
  if (hasManyValues(json.value)) return await readInThread(app, endpoint, blocks)
  return bodyOf(endpoint, json.value)
}

async function readInThread(
  { adapters }: App,
  { method, path }: Endpoint,
  blocks: BodyBlocks,
): Promise<Body> {
  const job = { method, path, blocks }
  const body = await adapters.threads
    .run(READ_BODY, job, { moved: blocks })
    .catch((error: unknown) => {
      if (error instanceof ThreadLimit) return 'too-complex'
      throw error
    })
  if (body === undefined)
    throw refusal('The request body is not valid JSON. Correct it and try again.')
  if (typeof body === 'object') return body
  throw new ApiError('too-large', 'The request is too complex to read. Send less data at a time.')
}

function bodyOf(endpoint: Endpoint, value: unknown): Body {
  const faults: Faults = Object.create(null) as Faults
  if (endpoint.isRaw) {
    if (!Buffer.isBuffer(value)) faults.body = 'Send the file’s bytes as application/octet-stream'
    return { data: value, faults }
  }
  if (hasManyValues(value))
    throw new ApiError(
      'too-large',
      'The request has more than 20,000 values. Send fewer values at a time.',
    )
  return { data: readPart(endpoint, 'body', value, faults), faults }
}

function inputOf(endpoint: Endpoint, request: FastifyRequest, { data: body, faults }: Body) {
  const params = readPart(endpoint, 'params', request.params, faults)
  const query = readPart(endpoint, 'query', request.query, faults)
  // An id of the wrong form gets the same 404 as a row that doesn't exist.
  if (Object.keys(faults).some((place) => place.startsWith('params')))
    throw new ApiError('not-found', 'This page doesn’t exist. Check the address.')
  if (Object.keys(faults).length > 0)
    throw new ApiError('invalid-input', 'Some values are not valid. Correct them and try again.', {
      fields: faults,
    })
  return { params, query, body }
}

function refusal(message: string): ApiError {
  return new ApiError('invalid-input', message)
}

/** Counts until the limit is reached. */
function hasManyValues(value: unknown): boolean {
  const waiting = [value]
  let count = 0
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null) continue
    const inner: unknown[] = Object.values(one)
    count += inner.length
    if (count > MAX_VALUES) return true
    for (const part of inner) if (typeof part === 'object' && part !== null) waiting.push(part)
  }
  return false
}
