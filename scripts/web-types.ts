import { resolve } from 'node:path'
import { createViteServer, startVitest } from 'vitest/node'

// `npm run web:types` writes `route-tree.gen.ts` and `endpoints.gen.ts`.
const WEB = resolve(import.meta.dirname, '../apps/web')

if (process.argv.includes('--help')) {
  console.log(
    'npm run web:types: updates the browser’s endpoint and route tables after you change an endpoint or route.',
  )
  process.exit()
}

// The router’s plugin writes its table when Vite reads the configuration.
const server = await createViteServer({ root: WEB, server: { middlewareMode: true, ws: false } })
await server.close()
const vitest = await startVitest('test', [resolve(WEB, 'src/core/endpoints.test.ts')], {
  update: true,
  watch: false,
})
await vitest.close()
