import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Id, Timestamp } from './fields.ts'

/** Everything of an organisation, or your own data, in one file. A job creates it. It is kept for a week. */
export const Download = z.object({
  id: Id,
  status: z.enum(['making', 'ready', 'failed']),
  bytes: z.int().nullable(),
  /** Attached files that could not be found, so that the file doesn't have them. Its README names them. */
  missing_files: z.int(),
  created_at: Timestamp,
  /** Null until the file is ready. */
  expires_at: Timestamp.nullable(),
})
export type Download = z.infer<typeof Download>

/** The last one that you requested. */
export const LastDownload = z.object({ download: Download.nullable() })
export type LastDownload = z.infer<typeof LastDownload>

/** Where the browser gets the file, below `/api`. Valid for ten minutes, and only while you are signed in. */
const DownloadLink = z.object({ path: z.string() })

const OfLink = z.strictObject({
  token: z.string().regex(/^[\w.-]+$/, 'This link is incomplete. Download the file again.'),
})

export const downloads = {
  own: endpoint({
    method: 'GET',
    path: '/user/download',
    access: 'signed-in',
    summary: 'Get the progress of the download of your own data',
    response: LastDownload,
  }),
  startOwn: endpoint({
    method: 'POST',
    path: '/user/download',
    access: 'signed-in',
    summary: 'Start preparing a file with all your own data',
    response: LastDownload,
  }),
  ownLink: endpoint({
    method: 'POST',
    path: '/user/download/:id/link',
    access: 'signed-in',
    summary: 'Create a link to the file with your own data',
    params: ById,
    response: DownloadLink,
  }),
  ownFile: endpoint({
    method: 'GET',
    path: '/user/download/:id/file',
    access: 'signed-in',
    summary:
      'Download the file with your own data. The link works only in the session that requested it',
    params: ById,
    query: OfLink,
    file: 'application/zip',
    byLink: true,
    notForClient: true,
  }),
  whole: endpoint({
    method: 'GET',
    path: '/organisation/download',
    access: 'create-users',
    summary: 'Get the progress of the download of your organisation’s data',
    response: LastDownload,
  }),
  startWhole: endpoint({
    method: 'POST',
    path: '/organisation/download',
    access: 'create-users',
    summary: 'Start preparing a file with all data of your organisation',
    response: LastDownload,
  }),
  wholeLink: endpoint({
    method: 'POST',
    path: '/organisation/download/:id/link',
    access: 'create-users',
    summary: 'Create a link to the file with your organisation’s data',
    params: ById,
    response: DownloadLink,
  }),
  wholeFile: endpoint({
    method: 'GET',
    path: '/organisation/download/:id/file',
    access: 'create-users',
    summary:
      'Download the file with your organisation’s data. The link works only in the session that requested it',
    params: ById,
    query: OfLink,
    file: 'application/zip',
    byLink: true,
    notForClient: true,
  }),
}
