import { type PeerCertificate, connect } from 'node:tls'
import { plural } from 'rules/plural'
import { formatSize } from 'contract/file-size'
import { isEncrypted } from '#core/env.ts'
import { diskOf } from '#features/insight/system/disks.ts'
import { reasonOf } from '#start-error.ts'

/** The same part of a disk as in deploy/alerts.yml. */
const LEAST_FREE = 0.1
/** Enough to renew a certificate by hand. */
const LEAST_DAYS = 14
const DAY_MS = 24 * 3600 * 1000
/** Milliseconds. */
const PATIENCE = 5000

/** Says how much is free. Throws if it is too little. */
export async function checkDisk(folder: string): Promise<string> {
  const { free, size } = await diskOf(folder)
  const part = free / size
  const said = `${Math.floor(part * 100)}% free (${formatSize(free)}) in ${folder}`
  if (part < LEAST_FREE) throw new Error(`${said}. Free up some space, or add a disk.`)
  return said
}

/** Says until when the certificate in front of Waymark is valid. Throws if browsers don't or soon won't accept it. */
export async function checkCertificate(address: string, hostname: string): Promise<string> {
  if (!isEncrypted(address)) return 'off'
  const { port } = new URL(address)
  const certificate = await certificateAt(hostname, Number(port || 443))
  const until = new Date(certificate.valid_to)
  const days = Math.floor((until.getTime() - Date.now()) / DAY_MS)
  const left = plural(days, { one: '# day', other: '# days' })
  const said = `${hostname}: valid until ${until.toISOString().slice(0, 10)} (${left})`
  if (days < LEAST_DAYS) throw new Error(`${said}. Renew the certificate.`)
  return said
}

/** Of a certificate that no known authority signed. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/

function whyNot(error: NodeJS.ErrnoException): string {
  return UNTRUSTED.test(error.code ?? '')
    ? 'no known authority signed the certificate. If your own authority signed it, set NODE_EXTRA_CA_CERTS.'
    : reasonOf(error)
}

function certificateAt(hostname: string, port: number): Promise<PeerCertificate> {
  const found = Promise.withResolvers<PeerCertificate>()
  const socket = connect({ host: hostname, port, servername: hostname, timeout: PATIENCE })
  const fail = (reason: string) => {
    found.reject(new Error(`${hostname}: ${reason}`))
    socket.destroy()
  }
  socket.once('secureConnect', () => {
    found.resolve(socket.getPeerCertificate())
    socket.destroy()
  })
  socket.once('error', (error) => fail(whyNot(error)))
  socket.once('timeout', () => fail(`no response within ${PATIENCE / 1000} seconds`))
  return found.promise
}
