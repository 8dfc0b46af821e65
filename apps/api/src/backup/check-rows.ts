import { hash } from 'node:crypto'
import { ProviderAddress } from 'contract/connections'
import { asOneLine } from 'contract/fields'
import { ReportSnapshot } from 'contract/reports'
import { drawLogo } from '#adapters/logo.ts'
import { withFileNames } from '#features/reports/stored-snapshot.ts'
import { StartError } from '#start-error.ts'
import { Refusal, checkValue } from './check-value.ts'
import { shownText } from './shown-text.ts'
import { damaged } from './damaged.ts'
import type { Row } from './insert-rows.ts'

type Checked = {
  tenantId: number
  /** The archive is signed by someone whom the operator trusts, so values stay as they are. */
  isTrusted: boolean
  types: ReadonlyMap<string, string>
}

/** Checks every row of an organisation's archive. Counts what it corrects, by column. */
export function checkRows({ tenantId, isTrusted, types }: Checked) {
  const corrected: Record<string, number> = {}
  /** Checksums of reports by their ids, for their certificates. */
  const seals = new Map<string, string>()
  let tenants = 0

  async function check(table: string, row: Row, number: number): Promise<Row> {
    refuseOther(table, row)
    const checked = { ...row }
    for (const [column, value] of Object.entries(row)) {
      const place = `${table}.${column}`
      if (value === null || (isTrusted && !ALWAYS.has(place))) continue
      const kept = await checkedValue(place, value, row).catch((error: unknown) => {
        throw refused(place, number, error)
      })
      if (kept !== value) corrected[place] = (corrected[place] ?? 0) + 1
      checked[column] = kept
    }
    return checked
  }

  /** Every row is of the organisation in the header, which has one row itself. */
  function refuseOther(table: string, row: Row) {
    const isTenant = table === 'tenants'
    if (isTenant) tenants += 1
    if (row[isTenant ? 'id' : 'tenant_id'] !== String(tenantId) || tenants > 1) throw damaged()
  }

  async function checkedValue(place: string, value: string, row: Row): Promise<string> {
    const checked = checkValue(place, types.get(place) ?? '', value)
    if (place === 'tenants.logo') return await drawnAgain(checked)
    if (place === 'sso_connections.issuer' && row.kind === 'oidc') refuseOtherAddress(checked)
    if (place === 'reports.snapshot') seals.set(row.id ?? '', sealOf(checked))
    if (place === 'certifications.report_hash' && checked !== seals.get(row.report_id ?? ''))
      throw new Refusal('the certificate’s report has another checksum')
    return checked
  }

  return { check, corrected }
}

/** What no signature allows: another kind of tenant, a reserved address, roles of the platform. */
const ALWAYS = new Set(['tenants.kind', 'tenants.domain', 'users.roles'])

function refused(place: string, number: number, error: unknown): unknown {
  // JSON of many thousand levels overflows the stack.
  const isRefusal = [Refusal, SyntaxError, RangeError].some((kind) => error instanceof kind)
  if (!(error instanceof Error) || !isRefusal) return error
  // The reason can contain parts of the value.
  const reason = asOneLine(error.message).slice(0, 200).replace(/\.$/, '')
  const next = ALWAYS.has(place)
    ? ''
    : ' If you trust the other installation, export there again with --sign, then import with --trust.'
  return new StartError(
    `Nothing was imported, because this version doesn’t accept a value in the file. ${place}, row ${number}: ${reason}.${next}`,
  )
}

/** Of OpenID. The name of a SAML provider needs no address. */
function refuseOtherAddress(issuer: string) {
  if (!ProviderAddress.safeParse(issuer).success)
    throw new Refusal('this is not a valid http or https address')
}

/** As an upload is, because a picture can be made to harm those who read it. */
async function drawnAgain(value: string): Promise<string> {
  const drawn = await drawLogo(Buffer.from(value.slice(2), 'hex'))
  if (!drawn) throw new Refusal('this is not a PNG, JPEG or WebP picture')
  return `\\x${drawn.toString('hex')}`
}

/** The checksum of a frozen report, which is never changed, only checked. */
function sealOf(snapshot: string): string {
  const read = (key: string, value: unknown) => withFileNames(key, shownText(key, value))
  const { success, error } = ReportSnapshot.safeParse(JSON.parse(snapshot, read))
  if (!success) throw new Refusal(`this is not a report: ${error.issues[0]?.message}`)
  return `\\x${hash('sha256', snapshot)}`
}
