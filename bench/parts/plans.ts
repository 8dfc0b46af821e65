import type { Product } from './product.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  Schema?: string
  Plans?: Node[]
}
export type Plan = { 'Query Text': string; Plan: Node }

/** Collects the plans that auto_explain writes to the server's log. Pass each line of the log to `onLine`. */
export function createPlanReader() {
  const plans: Plan[] = []
  let text: string | undefined
  const finish = () => {
    if (text !== undefined) plans.push(JSON.parse(text))
    text = undefined
  }
  return {
    plans,
    finish,
    onLine: (line: string) => {
      if (line.startsWith('\t') && text !== undefined) text += line
      else finish()
      if (line.endsWith(' plan:')) text = ''
    },
  }
}

/** Logs the plan of every further statement of the API, including statements inside functions. */
export async function explainAll(
  { owner }: Product,
  role: 'wm_app' | 'wm_platform' = 'wm_app',
): Promise<void> {
  await owner.query(`alter role ${role} set session_preload_libraries = 'auto_explain'`)
  for (const setting of ['log_min_duration = 0', 'log_nested_statements = on', 'log_format = json'])
    await owner.query(`alter role ${role} set auto_explain.${setting}`)
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`,
  )
}

/** The tenant tables that a plan scans sequentially. */
export function sequentialScans({ Plan }: Plan, tenantTables: ReadonlySet<string>): string[] {
  const own = Plan['Node Type'] === 'Seq Scan' ? (Plan['Relation Name'] ?? '') : ''
  const below = (Plan.Plans ?? []).flatMap((node) =>
    sequentialScans({ 'Query Text': '', Plan: node }, tenantTables),
  )
  return tenantTables.has(own) ? [own, ...below] : below
}
