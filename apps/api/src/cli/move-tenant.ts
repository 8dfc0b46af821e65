import { NewOrganisation } from 'contract/tenants'
import { plural } from 'rules/plural'
import { openFiles } from '#adapters/files.ts'
import { unpackArchive } from '#backup/archive.ts'
import { openArchive } from '#backup/archive-store.ts'
import type { Manifest } from '#backup/contents.ts'
import { type Imported, importOrganisation } from '#backup/import-organisation.ts'
import { missingLines } from '#backup/missing-files.ts'
import { readOrganisation } from '#backup/read-organisation.ts'
import { holdFiles } from '#backup/reading.ts'
import { readPublicKey, readSigningKey } from '#backup/signature.ts'
import type { Summary } from '#backup/archive-summary.ts'
import { writeArchive } from '#backup/write-archive.ts'
import { scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { hostnameOf } from '#core/host-tenant.ts'
import { StartError } from '#start-error.ts'
import { withTenant } from '#db/pools.ts'
import packageJson from '#package.json' with { type: 'json' }
import { queues } from '#queues.ts'
import { tellOfConnections } from '#features/identity/tell-admins.ts'
import { withPeople } from '#features/identity/with-people.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { commandSender } from './command-sender.ts'
import { asMoving } from './moving.ts'
import {
  type NamedTenant,
  findTenant,
  installationSecret,
  readInput,
  withInstallation,
} from './open-installation.ts'
import { askYes } from './ask-yes.ts'
import { readKey } from './read-key.ts'

export async function exportCommand(
  env: Env,
  label: string,
  {
    out,
    recipient = env.BACKUP_RECIPIENT,
    signFile,
    isMove,
  }: {
    out: string
    recipient: string | undefined
    signFile: string | undefined
    isMove: boolean
  },
): Promise<string> {
  const sign = signFile === undefined ? undefined : readSigningKey(await readKey(signFile))
  const files = await openFiles(env)
  const { store, name } = await openArchive(out, env)
  return await withInstallation(env, async (pools, ownerUrl) => {
    const tenant = await findTenant(pools, label)
    if (tenant.kind !== 'organisation')
      throw new StartError(
        `You can’t export ${tenant.name} with this command. Use npm run backup instead.`,
      )
    const secret = await installationSecret(env, ownerUrl)
    const write = async () => {
      const held = await holdFiles({ ownerUrl, rolePrefix: env.DATABASE_ROLE_PREFIX })
      const { id, name: title, domain } = tenant
      const entries = readOrganisation({
        held,
        secret,
        files,
        version: packageJson.version,
        sign,
        tenant: { id, name: title, domain },
      })
      return await writeArchive(entries, { store, name, recipient }).finally(held.release)
    }
    const { bytes, manifest } = await (isMove ? asMoving(pools, tenant, write) : write())
    if (!isMove)
      await withTenant(pools, tenant.id, (db) =>
        recordEvent(db, { scope: scopeOf(tenant.id) }, 'organisation.exported'),
      )
    const size = `${Math.ceil(bytes / 1_000_000)} MB`
    return [
      `Wrote ${tenant.name} to ${store.placeOf(name)}: ${contentsOf(manifest)} (${size}, ${recipient === undefined ? 'not encrypted' : 'encrypted'}, ${sign ? 'signed' : 'not signed'}).`,
      'The file contains personal data and password hashes. Keep it as safe as a backup.',
      ...missingLines(manifest, 'export'),
      ...(isMove ? [movingLine(tenant)] : []),
    ].join('\n')
  })
}

function movingLine({ name, domain }: NamedTenant) {
  return `${name} is read-only here from now on. Import the file into the new installation, point the organisation’s address there, then run npm run tenant -- remove ${domain} here. To stop the move, run npm run tenant -- keep ${domain}.`
}

type ImportOptions = {
  label: string | undefined
  keyFile: string | undefined
  /** A public key. */
  trust: string | undefined
  isActive: boolean
  isSure: boolean
}

export async function importCommand(
  env: Env,
  file: string,
  { label, keyFile, trust: trustText, isActive, isSure }: ImportOptions,
): Promise<string> {
  const trust = trustText === undefined ? undefined : readPublicKey(trustText)
  const domain =
    label === undefined
      ? undefined
      : readInput(NewOrganisation.pick({ domain: true }), { domain: label }).domain
  const key = keyFile === undefined ? undefined : await readKey(keyFile)
  const { store, name } = await openArchive(file, env)
  const entries = unpackArchive(await store.read(name), key)
  const others = [env.WAYMARK_SECRET_PREVIOUS].filter((one) => one !== undefined)
  const files = await openFiles(env)
  return await withInstallation(env, async (pools, ownerUrl) => {
    const rolePrefix = env.DATABASE_ROLE_PREFIX
    const secrets = [await installationSecret(env, ownerUrl), ...others] as const
    const confirm = async ({ lines }: Summary) => {
      if (!isSure)
        await askYes(['This file contains:', ...lines, ''].join('\n'), 'Nothing was imported.')
    }
    const from = { ownerUrl, rolePrefix, secrets, queues, files, pools }
    const target = { ...from, label: domain, trust, isActive, confirm }
    const imported = await importOrganisation(entries, target)
    const { id } = imported.header.tenant
    await withPeople(pools, id, (db) => tellOfConnections(db, commandSender(env), id, 'imported'))
    const host = hostnameOf({ kind: 'organisation', domain: imported.domain }, env.BASE_DOMAIN)
    return [
      `Imported ${imported.summary.name} at ${host}: ${contentsOf(imported.manifest)}.`,
      ...imported.summary.lines,
      'Users keep their passwords. Open invitations were not imported. Send them again.',
      ...notesOf(imported),
    ].join('\n')
  })
}

function notesOf({ arrival, manifest }: Imported): string[] {
  const rowsOf = (table: string) => manifest.tables[table]?.rows ?? 0
  const notes: string[] = []
  if (arrival.hasOtherTerms)
    notes.push(
      'This installation has different terms of use. Users must accept them when they sign in.',
    )
  if (arrival.secret === 'unknown' && rowsOf('authenticators') > 0)
    notes.push(
      'WAYMARK_SECRET is different here, so two-step verification was not imported. Users must set it up again.',
    )
  if (arrival.secret === 'unknown' && rowsOf('sso_connections') > 0)
    notes.push(
      'WAYMARK_SECRET is different here, so client secrets of OpenID connections were not imported. If there were any, enter them again.',
    )
  if (arrival.secret === 'other' && rowsOf('recovery_codes') > 0)
    notes.push(
      'WAYMARK_SECRET is different here, so recovery codes were not imported. Users must create new ones.',
    )
  if (rowsOf('sso_connections') > 0)
    notes.push(
      'If this organisation’s address has changed, enter the new address at its sign-in providers.',
    )
  return notes
}

function contentsOf({ tables, files }: Pick<Manifest, 'tables' | 'files'>): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `${plural(rows, { one: '# row', other: '# rows' })} and ${plural(Object.keys(files).length, { one: '# file part', other: '# file parts' })}`
}
