/** Ids that a principal can name: rows of their own tenant, assessment, report and session. */
export type Ids = {
  tenant: number
  terms: number
  year: number
  email: string
  session: number
  identity: number
  connection: number
  recoveryCode: string
  /** Signatures of mailed links: to change the address, to accept an invitation, to reset the password. */
  signature: string
  invite: string
  reset: string
  invitation: number
  /** Another user with two-step verification, whom this principal may change. */
  member: number
  memberReport: number
  /** Another user of the principal's own tenant, also for principals of the platform. */
  colleague: number
  contentSet: number
  /** A published set without assessments. */
  spareSet: number
  draft: number
  draftElement: number
  /** A template at the platform, the own set in an organisation. */
  template: number
  contentImport: number
  contentExport: number
  assessment: number
  element: number
  answered: number
  open: number
  response: number
  report: number
  /** Attachments: clean, without its bytes, with unscanned bytes, removed. */
  attachment: number
  uploading: number
  received: number
  removed: number
  /** Certification assessments: one to submit, one that waits for its review. */
  completed: number
  submitted: number
  /** Reviews: one that waits, one with every statement reviewed. */
  waiting: number
  review: number
  reviewed: number
  reviewedResponse: number
  /** An attachment of the reviewed statement. */
  evidence: number
  /** The own certificate, and one to revoke or to view with its holder. */
  certification: number
  issued: number
  holder: number
  code: string
}

export type Sample = {
  params?: Record<string, number | string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** The payload of an endpoint that takes bytes. */
  bytes?: string
  /** The status of a permitted call. By default the contract decides. */
  status?: number
  /** Everyone who may call it may also name ids of colleagues. */
  isShared?: true
  /** The status for a foreign id in this field; 404 by default. */
  foreign?: Record<string, number>
}

/** `ids` names the rows of path parameters that differ from those of the resource. */
export type Example = Sample & { ids?: Record<string, keyof Ids> }
export type Examples = Record<string, Example | ((ids: Ids) => Example)>

export const shared = { isShared: true } as const
