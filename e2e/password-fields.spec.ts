import { PASSWORD } from 'api/testing/factories'
import { aNewcomer, addressOf, enter, expect, test } from './fixtures.ts'

test('a password can be pasted, and password managers know every field of one', async ({
  page,
  context,
  db,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await aNewcomer(db)
  await page.goto(addressOf(person.host, '/login'))
  const email = page.getByRole('textbox', { name: 'Email' })
  const password = page.getByLabel('Password', { exact: true })
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await email.fill(person.email)
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(PASSWORD)})`)
  await password.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(password).toHaveValue(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(addressOf(person.host))

  await enter(page, person, '/settings')
  for (const [name, kind] of [
    ['Present password', 'current-password'],
    ['New password', 'new-password'],
  ] as const) {
    const field = page.getByRole('textbox', { name })
    await expect(field).toHaveAttribute('autocomplete', kind)
    await expect(field).toHaveAttribute('type', 'password')
  }
})
