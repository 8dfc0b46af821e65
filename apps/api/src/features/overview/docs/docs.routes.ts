import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Server } from '#core/handle.ts'
import { openApi } from '#core/openapi.ts'
import packageJson from '../../../../package.json' with { type: 'json' }

/** The contract as OpenAPI 3.1, and a page to browse it. */
export async function docsRoutes({ http }: Server): Promise<void> {
  const document = openApi(packageJson.version)
  http.get('/api/openapi.json', () => document)
  await http.register(swagger, { mode: 'static', specification: { document: document as never } })
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false },
  })
}
