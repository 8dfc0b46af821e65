import type { Endpoint } from 'contract/endpoint'
import { contract } from 'contract/index'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '#testing/test-app.ts'

const Schema = z.looseObject({})
const Content = z.record(
  z.string().regex(/^([\w.+-]+\/[\w.+-]+|\*\/\*)$/),
  z.strictObject({ schema: Schema.optional() }),
)
const Parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  schema: Schema,
})
const Operation = z.strictObject({
  operationId: z.string().regex(/^\w+\.\w+$/),
  tags: z.array(z.string()),
  summary: z.string().min(5),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter),
  requestBody: z.strictObject({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^(\d{3}|default)$/),
    z.strictObject({ description: z.string(), content: Content.optional() }),
  ),
})
/** The part of OpenAPI 3.1 that we use. */
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  paths: z.record(
    z.string().startsWith('/api/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string(), Schema),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer') }),
    ),
  }),
})

const t = await testApp({ works: false })
const document = Document.parse((await t.at('localhost').get('/openapi.json')).body)

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('every operation of the contract is documented once', () => {
  const named = Object.entries(contract).flatMap(([resource, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(
      ([name, { method, path }]) =>
        `${resource}.${name} ${method.toLowerCase()} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    ),
  )
  const documented = operations().map(
    ({ path, method, operation }) => `${operation.operationId} ${method} ${path}`,
  )
  expect(documented.sort()).toEqual(named.sort())
})

/** A token in their query is signed for one file and one session. */
const LINKS = new Set(['downloads.ownFile', 'downloads.wholeFile'])

test('parameters of paths are described, and all but public operations and signed links need the access token', () => {
  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true])
    const described = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(new Set(described.map(({ name, required }) => [name, required])), path).toEqual(
      new Set(inPath),
    )
    const isPublic = operation.description.startsWith('Access: public.')
    const isOpen = isPublic || LINKS.has(operation.operationId)
    expect(operation.security).toEqual(isOpen ? [] : [{ accessToken: [] }])
    expect(operation.responses).toHaveProperty('default')
  }
  expect(document.components.securitySchemes).toHaveProperty('accessToken')
})

test('every reference resolves', () => {
  const references = [...JSON.stringify(document.paths).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, place]) => place,
  )
  expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error']))
  expect(document.components.schemas).toHaveProperty('Error')
})

test('the documentation page opens', async () => {
  const page = await t.at('localhost').get('/docs/')
  expect(page.status).toBe(200)
  expect(page.text).toContain('swagger-ui')
  const scripts = [...page.text.matchAll(/src="([^"]+)"/g)].map(([, source]) => source ?? '')
  expect(scripts.length).toBeGreaterThan(0)
  for (const source of scripts) {
    const { pathname } = new URL(source, 'http://localhost/api/docs/')
    const answer = await t.call({ host: 'localhost', url: pathname })
    expect(answer.statusCode, source).toBe(200)
  }
})
