import type { DataTag } from '@tanstack/react-query'
import type { contract } from 'contract/index'
import type { z } from 'zod'
import { hasCode } from '#core/api-error.ts'
import { endpoints } from '#core/endpoints.gen.ts'
import { accessToken, refresh } from '#core/session.ts'
import { cutOff, send, type CallInit, type Message } from '#core/transport.ts'

type Contract = typeof contract

/** Accepts numbers where the schema converts text from the address. */
type Loose<S extends z.ZodType> = {
  [Key in keyof z.input<S>]:
    | z.input<S>[Key]
    | (Key extends keyof z.output<S> ? z.output<S>[Key] : never)
    | (undefined extends z.input<S>[Key] ? undefined : never)
}
type Given<Name extends string, Value> = {} extends Value
  ? { [Key in Name]?: Value | undefined }
  : { [Key in Name]: Value }
type Part<E, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer S extends z.ZodType>
    ? Given<Name, Name extends 'body' ? z.input<S> : Loose<S>>
    : {}

type Bytes<E> = E extends { isRaw: true } ? { body: Blob } : {}
type Input<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'> & Bytes<E>
type Answer<E> = E extends { file: string }
  ? File
  : E extends { response: infer S extends z.ZodType }
    ? z.output<S>
    : undefined

type Arguments<E> = {} extends Input<E> ? [input?: Input<E>] : [input: Input<E>]
type Key = readonly unknown[]

interface Operation<E> {
  key: Key
  query: (...input: Arguments<E>) => {
    queryKey: DataTag<Key, Answer<E>>
    queryFn: (context: { signal: AbortSignal }) => Promise<Answer<E>>
  }
  mutation: () => {
    mutationFn: (input: {} extends Input<E> ? Input<E> | void : Input<E>) => Promise<Answer<E>>
  }
  call: (input: Input<E>, init?: CallInit) => Promise<Answer<E>>
}

/** Redirects are full navigations. */
type NameOf<Operations> = {
  [Name in keyof Operations]: Operations[Name] extends { redirect: true } | { notForClient: true }
    ? never
    : Name
}[keyof Operations]

type Api = {
  [Resource in keyof Contract]: {
    [Name in NameOf<Contract[Resource]>]: Operation<Contract[Resource][Name]>
  }
}

/** The table must list every endpoint that the browser can call. */
type Table = { [Resource in keyof Contract]: Record<NameOf<Contract[Resource]>, string> }
interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The whole API: `api.account.me.query()`, `api.terms.accept.call({ body })`. Failures are ApiErrors. */
export const api = build(endpoints) as unknown as Api

function build(table: Table & Record<string, Record<string, string>>) {
  return mapValues(table, (operations, resource) =>
    mapValues(operations, (endpoint, name) => operation([resource, name], endpoint)),
  )
}

function operation(key: Key, endpoint: string) {
  const call = (input: LooseInput = {}, init: CallInit = {}) => run(endpoint, input, init)
  return {
    key,
    call,
    query: (input: LooseInput = {}) => ({
      queryKey: [...key, input],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(input, { signal }).catch((error: unknown) => withoutRows(error, input)),
    }),
    mutation: () => ({
      mutationFn: (input: LooseInput | undefined) => {
        const token = accessToken()
        return call(input).finally(() => token && !accessToken() && forever())
      },
    }),
  }
}

/** A list that takes too long is shown without rows, because its page has the filters that narrow it down. */
function withoutRows(error: unknown, { query }: LooseInput) {
  if (!hasCode(error, 'list-too-slow')) throw error
  const head = { invited: 0, titles: [], year: new Date().getFullYear() }
  return { ...head, ...query, ...NO_ROWS, tooSlow: error.message }
}

const NO_ROWS = { rows: [], total: 0, has_more_than_total: false }

/**
 * The result of a change whose session has ended. Its page is being replaced by the sign-in page. If it got an answer
 * or an error, it would show a message there, so each of its callers would have to ignore both. The new promise belongs
 * to that page alone and is freed with it.
 */
async function forever(): Promise<never> {
  return await new Promise<never>(() => {})
}

/** `POST /terms`, `POST /audit/csv file`, or only the path for GET. */
async function run(endpoint: string, input: LooseInput, init: CallInit) {
  const [, method = 'GET', path = '', file] = /^(?:(\w+) )?(\S+)( file)?$/.exec(endpoint) ?? []
  const message = {
    ...init,
    method: method as Message['method'],
    path: fill(path, input),
    body: input.body,
  }
  const response = await sendAuthorised(message)
  init.onAnswer?.(response)
  if (response.status === 204) return undefined
  return (file ? fileFrom(response) : response.json()).catch(cutOff(init.signal))
}

// After 401 or 403 one refresh and one retry.
async function sendAuthorised(message: Message) {
  const token = accessToken()
  try {
    return await send(message)
  } catch (error) {
    if (token === null || !hasCode(error, 'signed-out', 'forbidden')) throw error
    if ((await refresh(token)) === null) throw error
    return send(message)
  }
}

function fill(path: string, { params = {}, query = {} }: LooseInput) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length === 0 ? filled : `${filled}?${search}`
}

async function fileFrom(response: Response) {
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'download'
  const blob = await response.blob()
  return new File([blob], name, { type: blob.type })
}

function mapValues<T, R>(record: Record<string, T>, make: (value: T, key: string) => R) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value, key)]))
}
