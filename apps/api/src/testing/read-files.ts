import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readContentFile } from '#features/content/files/read-content-file.ts'

// A process of its own, so that nothing but reading counts: the first file only warms up.

const MEGABYTE = 1024 * 1024

/** Where Linux lets a process begin its peak of memory anew. */
const PEAK_RESET = '/proc/self/clear_refs'

const { positionals } = parseArgs({ allowPositionals: true })
for (const file of positionals) {
  const bytes = readFileSync(file)
  if (process.platform === 'linux') writeFileSync(PEAK_RESET, '5')
  const before = process.memoryUsage.rss() / MEGABYTE
  const cpu = process.cpuUsage()
  const read = await readContentFile(file, bytes)
  const { user, system } = process.cpuUsage(cpu)
  const peak = peakMemory()
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

/** In MB. The peak that Node tells begins with that of whoever started the process. */
function peakMemory() {
  if (process.platform !== 'linux') return process.memoryUsage.rss() / MEGABYTE
  const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
