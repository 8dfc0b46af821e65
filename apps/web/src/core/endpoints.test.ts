import type { Endpoint } from 'contract/endpoint'
import { contract } from 'contract/index'
import { expect, test } from 'vitest'

test('the browser’s table of endpoints matches the contract (npm run web:types updates it)', async () => {
  await expect(slimTable(contract)).toMatchFileSnapshot('./endpoints.gen.ts')
})

function slimTable(resources: Record<string, Record<string, Endpoint>>) {
  const blocks = Object.entries(resources).map(([resource, operations]) => {
    // Redirects are full navigations, which no script fetches.
    const lines = Object.entries(operations)
      .filter(([, endpoint]) => !endpoint.redirect && !endpoint.notForClient)
      .map(([name, endpoint]) => `    ${name}: ${slim(endpoint)},\n`)
    return `  ${resource}: {\n${lines.join('')}  },\n`
  })
  const reason = '// Generated from the contract by endpoints.test.ts, without the schemas.'
  return `${reason}\nexport const endpoints = {\n${blocks.join('')}} as const\n`
}

/** `POST /terms`, `POST /audit/csv file`, or only the path for GET. */
function slim({ method, path, file }: Endpoint) {
  const words = [
    ...(method === 'GET' ? [] : [method]),
    path,
    ...(file === undefined ? [] : ['file']),
  ]
  return `'${words.join(' ')}'`
}
