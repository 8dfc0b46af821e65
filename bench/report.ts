import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { createPdfPrinter, type PdfPrinter } from 'api/adapters/pdf'
import { openThreads } from 'api/adapters/threads'
import { buildSnapshot } from 'api/features/reports/build-snapshot'
import { writeReportPdf } from 'api/features/reports/write-pdf'
import { reportInput } from 'api/testing/report-input'
import { ContentSetFile } from 'contract/content-format'

/** The limits for the demo set. */
const LIMIT = { snapshot: 50, pdf: 300 }
const ROUNDS = 20
const DEMO = new URL('../apps/api/src/demo/operational-resilience.json', import.meta.url)
const BRAND = { colour: '#1c5c46', name: 'Northfield Trust' }

// `node bench/report.ts [CONTENT-SET.json …]`: the demo set, then each file.
console.log(`Report on ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
for (const file of [DEMO, ...process.argv.slice(2)]) await measure(file)

async function measure(file: URL | string) {
  const set = ContentSetFile.parse(JSON.parse(await readFile(file, 'utf8')))
  const threads = openThreads({ most: 1 })
  const printer = createPdfPrinter(threads)
  const snapshots: number[] = []
  const prints: number[] = []
  let size = 0
  // Each round has another year and other answers, so that nothing is cached.
  for (let year = 2026; year < 2026 + ROUNDS; year++) {
    const input = reportInput(set, year)
    const start = performance.now()
    const snapshot = buildSnapshot(input)
    snapshots.push(performance.now() - start)
    const { cpu, pdf } = await print(printer, snapshot)
    prints.push(cpu)
    size = pdf.length
  }
  await threads.close()
  const statements = set.elements.reduce((sum, element) => sum + element.statements.length, 0)
  console.log(`\n${set.title}: ${statements} statements, PDF of ${Math.round(size / 1024)} KiB`)
  line('snapshot, wall', snapshots, LIMIT.snapshot)
  line('PDF, CPU of all threads', prints, LIMIT.pdf)
}

async function print(printer: PdfPrinter, snapshot: ReturnType<typeof buildSnapshot>) {
  const before = process.cpuUsage()
  const pdf = await writeReportPdf(printer, { snapshot, brand: BRAND })
  const { user, system } = process.cpuUsage(before)
  return { pdf, cpu: (user + system) / 1000 }
}

function line(what: string, times: number[], limit: number) {
  const [first = 0] = times
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const worst = sorted.at(-1) ?? 0
  const figures = `first ${ms(first)}, median ${ms(median)}, worst ${ms(worst)}`
  console.log(`  ${what}: ${figures}; worst is ${(worst / limit).toFixed(2)} of ${limit} ms`)
}

function ms(time: number) {
  return `${time.toFixed(1)} ms`
}
