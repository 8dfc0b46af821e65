import { z } from 'zod'
import { MOVING_JOBS } from './archive-list.ts'

/** The first entry of an archive: what a restore has to know before it starts. */
export const HEADER = 'backup.json'
/** The first entry of the export of one organisation. */
export const ORGANISATION = 'organisation.json'
/** Its encrypted values, apart from their rows, because another installation encrypts them again. */
export const SECRETS = 'secrets.json'
/** The last entry: what the archive has to contain. */
export const MANIFEST = 'manifest.json'
/** The jobs that were waiting or running. */
export const JOBS = 'jobs.json'

/** Addresses have IDs of up to 16 digits, and JSON represents no higher ones exactly. */
export const HIGHEST_ID = 9_999_999_999_999

const TableColumns = z.record(z.string(), z.array(z.string()))
const Sum = z.object({ sha256: z.string() })
/** Printed when the file is restored or refused. */
const Origin = { waymark: z.string().regex(/^[\w.+-]{1,50}$/), created_at: z.iso.datetime() }
/** Of how many there are, or where a count continues. */
const Count = z.int().min(0)

export const Header = z.object({
  format: z.literal(1),
  ...Origin,
  postgres: z.number(),
  migrations: z.array(z.string()),
  /** Tells whether an installation has the same secret, without revealing it. */
  secret: z.string(),
  waiting_mails: Count,
  /** The next value of each. */
  sequences: z.record(z.string(), Count),
  /** The columns of each table, in the order of the rows. */
  tables: TableColumns,
})

export const Jobs = z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) }))

/** Each is about one row of the organisation. */
export const JobsOfOne = z.array(
  z.strictObject({
    name: z.enum(MOVING_JOBS),
    data: z.strictObject({ tenantId: z.int().positive(), id: z.int().positive() }),
  }),
)

export const Manifest = z.object({
  header: Sum,
  jobs: Sum,
  tables: z.record(z.string(), Sum.extend({ rows: z.number() })),
  files: z.record(z.string(), Sum.extend({ bytes: z.number() })),
  /** Files that the store didn’t have. */
  missing: z.array(z.string()),
})

export const OrganisationHeader = z.object({
  format: z.literal(1),
  ...Origin,
  migrations: z.array(z.string()),
  secret: z.string(),
  tenant: z.object({
    id: z.int().positive().max(HIGHEST_ID),
    name: z.string(),
    domain: z.string(),
  }),
  /** Of the installation's terms of use: their users accepted the versions of this text. */
  terms: z.array(z.object({ version: z.number(), sha256: z.string() })),
  /** Tables come after those that they refer to. */
  tables: TableColumns,
})

/** In base64, by table and row. */
export const Secrets = z.record(z.string(), z.record(z.string(), z.string()))

export const OrganisationManifest = Manifest.extend({ secrets: Sum })

export type OrganisationHeader = z.output<typeof OrganisationHeader>
export type OrganisationManifest = z.output<typeof OrganisationManifest>
export type Secrets = z.output<typeof Secrets>
export type Header = z.output<typeof Header>
export type Jobs = z.output<typeof Jobs>
export type Manifest = z.output<typeof Manifest>
