import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown }

/** Calls the API as the user of this page and returns the answer. `refusal` is the status if it has to be refused. */
export async function callAs(page: Page, call: Call, refusal?: number): Promise<unknown> {
  const { status, answer } = await page.evaluate(async ({ method, path, body }) => {
    if (!document.cookie.includes('XSRF-TOKEN=')) await fetch('/api/tenant')
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        authorization: `Bearer ${localStorage.getItem('pat-app__at__')}`,
        'x-xsrf-token': decodeURIComponent(xsrf),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, answer: (text === '' ? null : JSON.parse(text)) as unknown }
  }, call)
  const about = `${call.method} ${call.path}: ${JSON.stringify(answer)}`
  if (refusal === undefined) expect(status, about).toBeLessThan(300)
  else expect(status, about).toBe(refusal)
  return answer
}
