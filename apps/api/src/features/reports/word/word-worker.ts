import type { ReportPrint } from '#features/reports/report-page.ts'
import { writeReportWord } from './write-report-word.ts'

/** Runs in a thread. */
export async function run(report: ReportPrint): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await writeReportWord(report))
}
