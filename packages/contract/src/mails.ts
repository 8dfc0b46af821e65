import { endpoint } from './endpoint.ts'

export const mails = {
  outbox: endpoint({
    method: 'GET',
    path: '/outbox',
    access: 'public',
    summary: 'List the newest mails of this host; only in development without a mail server',
    file: 'text/html',
  }),
}
