import { BACKUP_ENV } from '#backup/backup-env.ts'
import { environmentOf } from '#core/env.ts'
import { FORWARDING_ENV } from '#features/insight/audit/forwarding/forwarding-env.ts'
import { SALESFORCE_ENV } from '#features/identity/salesforce-env.ts'

export const { readEnv, variableNames, secretNames, mistypedLines } = environmentOf([
  SALESFORCE_ENV,
  BACKUP_ENV,
  FORWARDING_ENV,
])
