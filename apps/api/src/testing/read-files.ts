import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readContentFile } from '#features/content-sets/read-content-file.ts'

// A process of its own, so that nothing but reading counts: the first file only warms up.

const MEGABYTE = 1024 * 1024

const { positionals } = parseArgs({ allowPositionals: true })
let before = 0
for (const file of positionals) {
  const bytes = readFileSync(file)
  const cpu = process.cpuUsage()
  const read = await readContentFile(file, bytes)
  const { user, system } = process.cpuUsage(cpu)
  const peak = process.resourceUsage().maxRSS / 1024
  before ||= peak
  const said =
    'json' in read ? '' : `${read.count} ${read.faults[0]?.place}: ${read.faults[0]?.message}`
  process.stdout.write(
    `${JSON.stringify({
      ms: Math.round((user + system) / 1000),
      growth: Math.round(peak - before),
      size: bytes.length / MEGABYTE,
      said,
    })}\n`,
  )
}
