import { createTransport } from 'nodemailer'

export type OutgoingMail = {
  messageId: string
  from: string
  to: string
  subject: string
  text: string
  html: string
}

/** Returns the mail server's answer. Throws nothing but MailError. */
export type SendMail = (mail: OutgoingMail) => Promise<string | void>

/** `unbuildable`: the mail itself is wrong. `refused`: by the server. Sending either again is no use. */
type MailFault = 'unbuildable' | 'refused' | 'unreachable'

/** Why a mail was not accepted. The message contains no secret. */
export class MailError extends Error {
  override name = 'MailError'
  readonly fault: MailFault

  constructor(message: string, fault: MailFault) {
    super(message)
    this.fault = fault
  }
}

export type Mail = { send: SendMail; check: () => Promise<void>; close: () => void }

/** SMTP with timeouts, so that a silent server doesn't hold a worker. */
export function openMail(smtpUrl: string): Mail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, ...mail }) => {
      refuseLineBreaks([mail.messageId, mail.from, to, mail.subject])
      // As an object, so that a comma in the address adds no second recipient.
      const { response } = await transport
        .sendMail({ ...mail, to: { name: '', address: to } })
        .catch((error: unknown) => {
          throw mailError(error)
        })
      return response
    },
    check: async () => {
      await transport.verify().catch((error: unknown) => {
        throw mailError(error)
      })
    },
    close: () => transport.close(),
  }
}

function refuseLineBreaks(headers: string[]) {
  if (headers.some((value) => /[\r\n]/.test(value))) {
    throw new MailError(
      'This email’s sender, recipient or subject contains a line break.',
      'unbuildable',
    )
  }
}

/** What the codes of the mail library mean. */
const REASONS: Partial<Record<string, string>> = {
  EAUTH: 'signing in failed',
  ECONNECTION: 'the connection failed',
  EDNS: 'no name server knows the host name',
  EPROTOCOL: 'the response is an error, or not from a mail server',
  ESOCKET: 'the connection failed',
  ETIMEDOUT: 'no response in time',
  ETLS: 'the connection can’t be encrypted',
}

// Keeps only the text of answers about the mail itself. Others may repeat our credentials.
function mailError(error: unknown): MailError {
  const { code, responseCode, response, message } = error as {
    code?: string
    responseCode?: number
    response?: string
    message?: string
  }
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (code === 'EENVELOPE' && responseCode === undefined)
    return new MailError(`Waymark can’t create this email: ${message}.`, 'unbuildable')
  if (!isAboutMail || responseCode === undefined) {
    const codes = [code, responseCode].filter(Boolean).join(' ')
    const reason = REASONS[code ?? ''] ?? 'an unknown error'
    return new MailError(
      `Waymark can’t use the mail server: ${reason} (${codes}). Check SMTP_URL.`,
      'unreachable',
    )
  }
  return new MailError(
    `The mail server refused the email: ${(response ?? String(responseCode)).slice(0, 200)}`,
    responseCode >= 500 ? 'refused' : 'unreachable',
  )
}
