import { environmentOf } from '#core/env.ts'
import { SALESFORCE_ENV } from '#features/identity/salesforce-env.ts'

/** Reads the variables of core and of the features. */
export const { readEnv, variableNames } = environmentOf([SALESFORCE_ENV])
