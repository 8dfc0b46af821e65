import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openThreads } from '#adapters/threads.ts'
import { readContentFile } from '#features/content/files/read-content-file.ts'

// Runs in its own process to measure reading only. The first file warms up.

const MEGABYTE = 1024 * 1024

/** Linux resets a process's peak of memory here. */
const PEAK_RESET = '/proc/self/clear_refs'

const threads = openThreads({ most: 1 })
const { positionals } = parseArgs({ allowPositionals: true })
for (const file of positionals) {
  const bytes = readFileSync(file)
  const size = bytes.length / MEGABYTE
  if (process.platform === 'linux') writeFileSync(PEAK_RESET, '5')
  const before = process.memoryUsage.rss() / MEGABYTE
  const cpu = process.cpuUsage()
  const read = await readContentFile(threads, { name: file, file: bytes })
  const { user, system } = process.cpuUsage(cpu)
  const peak = peakMemory()
  const said =
    'json' in read ? '' : `${read.count} ${read.faults[0]?.place}: ${read.faults[0]?.message}`
  process.stdout.write(
    `${JSON.stringify({
      ms: Math.round((user + system) / 1000),
      growth: Math.round(peak - before),
      size,
      said,
    })}\n`,
  )
}

await threads.close()

/** In MB. Node.js's own value includes the peak of the parent process. */
function peakMemory() {
  if (process.platform !== 'linux') return process.memoryUsage.rss() / MEGABYTE
  const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
