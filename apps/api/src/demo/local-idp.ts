import { type KeyObject, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { makeFolder } from '#make-folder.ts'

/** Shared by `npm run idp` and the demo. */
export const LOCAL_IDP = {
  openidPort: 4005,
  samlPort: 4006,
  clientId: 'waymark-server',
  clientSecret: 'the secret of the local provider',
  browserClientId: 'waymark-browser',
  /** Salesforce's organisation ids. */
  salesforceOrganisations: { harbour: '00DWM0000000001', northfield: '00DWM0000000002' },
} as const

const PATIENCE = 500

/** A release doesn't have `npm run idp`. */
export function canRunLocalIdp(): boolean {
  return existsSync(new URL('../../../../scripts/idp.ts', import.meta.url))
}

/** Whether `npm run idp` is running. */
export async function isLocalIdpThere(): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect({ port: LOCAL_IDP.openidPort, host: '127.0.0.1', timeout: PATIENCE })
    const answer = (isThere: boolean) => () => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', answer(true))
    socket.once('timeout', answer(false))
    socket.once('error', answer(false))
  })
}

/** The key of the local SAML provider, created once and kept in the data folder. */
export async function localIdpKey(dataDir: string): Promise<KeyObject> {
  const file = join(dataDir, 'local-idp-key.pem')
  await makeFolder(dataDir, 0o700)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  try {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    await writeFile(file, pem, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return createPrivateKey(await readFile(file))
}
