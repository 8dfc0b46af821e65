import { extname } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '#env.ts'
import { StartError } from '#core/start-error.ts'
import { exportContent } from './export-content.ts'
import { importContent } from './import-content.ts'

const USAGE = `Usage:
  npm run content -- import FILE --tenant LABEL [--publish]
  npm run content -- export ID --tenant LABEL [--format json|xlsx] [--out FILE]`

/** `npm run content`: answers the line to print, or the bytes of a file. */
export async function contentCommand(
  args: string[],
  variables: NodeJS.ProcessEnv,
): Promise<string | Uint8Array> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tenant: { type: 'string' },
      publish: { type: 'boolean', default: false },
      format: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const [verb, what, ...more] = positionals
  const { tenant, publish, out } = values
  if (!what || !tenant || more.length > 0) throw new StartError(USAGE)
  if (verb === 'import')
    return await importContent(readEnv(variables), { file: what, tenant, isPublished: publish })
  if (verb !== 'export' || !/^[1-9]\d{0,15}$/.test(what)) throw new StartError(USAGE)
  const format = formatOf(values.format ?? extname(out ?? 'content.json').slice(1))
  return await exportContent(readEnv(variables), { id: Number(what), tenant, format, out })
}

function formatOf(name: string): 'json' | 'xlsx' {
  if (name === 'json' || name === 'xlsx') return name
  throw new StartError(USAGE)
}
