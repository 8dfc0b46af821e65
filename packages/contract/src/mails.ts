import { endpoint } from './endpoint.ts'

export const mails = {
  outbox: endpoint({
    method: 'GET',
    path: '/outbox',
    access: 'public',
    summary: 'In development without a mail server: the newest mails of this host',
    file: 'text/html',
  }),
}
