import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** The server's answer to a mail. */
export type Verdict = 'accept' | 'later' | 'never' | 'vanish'

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

type Options = {
  port?: number
  /** Decides each attempt; `attemptsBefore` counts the recipient's earlier attempts. */
  verdict?: (recipient: string, attemptsBefore: number) => Verdict
  /** An address that is refused as an unknown mailbox. */
  unknown?: string
  /** The time for each mail, in milliseconds. */
  delay?: number
}

const REFUSALS = {
  unknown: refusal(550, 'No such mailbox'),
  later: refusal(451, 'Try again later'),
  never: refusal(554, 'We do not take such mail'),
}

/** An SMTP server that keeps its mails. */
export async function startMailServer({
  port = 0,
  verdict = () => 'accept',
  unknown,
  delay = 0,
}: Options = {}) {
  const attempts: ParsedMail[] = []
  const accepted: ParsedMail[] = []
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_auth, _session, answer) => answer(new Error('These are not the right words')),
    onRcptTo: ({ address }, _session, answer) =>
      answer(address === unknown ? REFUSALS.unknown : null),
    onData: async (stream, session, answer) => {
      const mail = await simpleParser(stream).catch(() => undefined)
      // The sender disconnected before the end.
      if (!mail) return
      const [recipient = ''] = session.envelope.rcptTo.map(({ address }) => address)
      const before = attempts.filter((one) => addressee(one) === recipient).length
      await new Promise((resolve) => setTimeout(resolve, delay))
      attempts.push(mail)
      const decided = verdict(recipient, before)
      if (decided === 'accept') accepted.push(mail)
      if (decided === 'vanish') sockets.get(session.remotePort)?.destroy()
      else answer(decided === 'accept' ? null : REFUSALS[decided])
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket) => sockets.set(socket.remotePort ?? 0, socket))
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: actualPort } = server.server.address() as AddressInfo
  return {
    port: actualPort,
    url: `smtp://127.0.0.1:${actualPort}`,
    /** Accepted and refused mails. */
    attempts,
    accepted,
    attemptsFor: (recipient: string) => attempts.filter((mail) => addressee(mail) === recipient),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

function addressee({ to }: ParsedMail) {
  return (Array.isArray(to) ? to[0] : to)?.value[0]?.address
}

function refusal(responseCode: number, message: string) {
  return Object.assign(new Error(message), { responseCode })
}
