import type { Endpoint } from 'contract/endpoint'
import { ApiErrorBody } from 'contract/errors'
import { contract } from 'contract/index'
import { z } from 'zod'

/** OpenAPI 3.1, generated from the contract. */
export function openApi(version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [resource, operations] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(operations)) {
      const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation(resource, name, endpoint),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waymark',
      version,
      description:
        'Each organisation has its own host name. Send your requests to your organisation’s host name.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      schemas: { Error: schema(ApiErrorBody, 'output') },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const BY_LINK =
  ' The link works for ten minutes, and only with the cookie of the session that requested it. The token in the link replaces the access token.'

function operation(resource: string, name: string, endpoint: Endpoint) {
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}.${endpoint.cookie ? ' Send the X-XSRF-TOKEN header.' : ''}${endpoint.byLink ? BY_LINK : ''}`,
    security: endpoint.access === 'public' || endpoint.byLink ? [] : [{ accessToken: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: { required: true, content: json(schema(endpoint.body, 'input')) },
    }),
    ...(endpoint.isRaw && {
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
    }),
    responses: {
      ...success(endpoint),
      default: { description: 'An error', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

function success({ file, redirect, response }: Endpoint) {
  if (redirect) return { 303: { description: 'Continue at the address in the Location header' } }
  if (file !== undefined) return { 200: { description: 'The file', content: { [file]: {} } } }
  if (!response) return { 204: { description: 'Done' } }
  return { 200: { description: 'Done', content: json(schema(response, 'output')) } }
}

function parameters(fields: z.ZodType | undefined, location: 'path' | 'query') {
  if (!fields) return []
  const { properties = {}, required = [] } = schema(fields, 'input')
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: one,
  }))
}

function json(content: unknown) {
  return { 'application/json': { schema: content } }
}

function schema(type: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(type, { io, unrepresentable: 'any' })
}
