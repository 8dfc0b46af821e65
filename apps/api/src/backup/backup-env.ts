import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'
import type { Env, EnvPart } from '#core/env.ts'
import { isOtherAddress } from './archive-store.ts'

const Variables = z.object({
  BACKUP_SCHEDULE: z
    .string()
    .refine(isSchedule, 'must be a cron schedule with five fields, such as 0 2 * * *')
    .optional(),
  BACKUP_TARGET: z
    .string()
    .refine(
      (place) => !isOtherAddress(place),
      'must be a folder or an address such as s3://bucket/prefix',
    )
    .optional(),
  BACKUP_KEEP: z.coerce
    .number('must be a whole number of backups')
    .int('must be a whole number of backups')
    .min(1, 'must be at least 1')
    .default(14),
  BACKUP_RECIPIENT: z
    .string()
    .startsWith('age1', 'must be a public key that starts with age1')
    .optional(),
})

declare module '#core/env.ts' {
  interface Env extends z.output<typeof Variables> {}
}

export const BACKUP_ENV: EnvPart = { variables: Variables.shape, faults: faultsOf }

function faultsOf({ BACKUP_SCHEDULE, BACKUP_TARGET }: Env): [name: string, message: string][] {
  return BACKUP_SCHEDULE !== undefined && BACKUP_TARGET === undefined
    ? [['BACKUP_TARGET', 'must be set when BACKUP_SCHEDULE is set']]
    : []
}

function isSchedule(text: string): boolean {
  try {
    CronExpressionParser.parse(text, { tz: 'UTC' })
    return text.trim().split(/\s+/).length === 5
  } catch {
    return false
  }
}
