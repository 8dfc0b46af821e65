import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** What the server does with a mail that it has read to the end. */
export type Verdict = 'accept' | 'later' | 'never' | 'vanish'

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

type Options = {
  port?: number
  /** Asked at every try, with the number of tries that this recipient has had before. */
  verdict?: (recipient: string, triesBefore: number) => Verdict
  /** Refuses one recipient before any text is sent, as servers do with an unknown mailbox. */
  unknown?: string
  /** How long each mail takes. Milliseconds. */
  delay?: number
}

const REFUSALS = {
  later: { responseCode: 451, message: 'Try again later' },
  never: { responseCode: 554, message: 'We do not take such mail' },
} as const

/** A real SMTP server that keeps what it reads and fails as told. */
export async function startMailServer({
  port = 0,
  verdict = () => 'accept',
  unknown,
  delay = 0,
}: Options = {}) {
  const tries: ParsedMail[] = []
  const accepted: ParsedMail[] = []
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_auth, _session, answer) => answer(new Error('These are not the right words')),
    onRcptTo: ({ address }, _session, answer) =>
      answer(
        address === unknown ? refusal({ responseCode: 550, message: 'No such mailbox' }) : null,
      ),
    onData: async (stream, session, answer) => {
      const mail = await simpleParser(stream).catch(() => undefined)
      // The sender went away half-way: nothing was handed over.
      if (!mail) return
      const [recipient = ''] = session.envelope.rcptTo.map(({ address }) => address)
      const before = tries.filter((one) => addressee(one) === recipient).length
      await new Promise((resolve) => setTimeout(resolve, delay))
      tries.push(mail)
      const decided = verdict(recipient, before)
      if (decided === 'accept') accepted.push(mail)
      if (decided === 'vanish') sockets.get(session.remotePort)?.destroy()
      else answer(decided === 'accept' ? null : refusal(REFUSALS[decided]))
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
    /** Everything that was read to the end, refused or not. */
    tries,
    accepted,
    triesFor: (recipient: string) => tries.filter((mail) => addressee(mail) === recipient),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

function addressee({ to }: ParsedMail) {
  return (Array.isArray(to) ? to[0] : to)?.value[0]?.address
}

function refusal({ responseCode, message }: { responseCode: number; message: string }) {
  return Object.assign(new Error(message), { responseCode })
}
