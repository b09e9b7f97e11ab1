import assert from 'node:assert/strict'
import { test } from '../support/world.ts'
import type { Tablet } from '../support/tablet.ts'
import { ADMIN } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const PASSWORD = 'a long password of my own'

test('an empty server prints a link that sets the first administrator’s password once, and refuses the second use', async ({
  world,
}) => {
  const server = await world.server({ empty: true })
  const path = await eventually('the link to be printed', () => /\/contrasena#\S+/.exec(server.log())?.[0], {
    within: 5_000,
  })
  const tablet = await world.tablet(server.origin)
  await choose(tablet, path, 'short')
  await tablet.page.getByText(/The password needs at least \d+ characters\./).waitFor()
  await choose(tablet, path, PASSWORD)
  await tablet.page.getByRole('heading', { name: 'Hello, Admin' }).waitFor()
  world.step('the administrator is in')

  await choose(tablet, path, 'another long password')
  await tablet.page.getByText('This link has already been used or has expired. Request a new one.').waitFor()
  const { status } = await fetch(`${server.origin}/api/session`, {
    method: 'POST',
    headers: { origin: server.origin },
    body: JSON.stringify({ email: ADMIN.email, password: 'another long password' }),
  })
  assert.equal(status, 401, 'the second use changed nothing')

  await server.stop()
  await server.start()
  assert.equal(server.log().split('/contrasena#').length, 2, 'and another start prints no further link')
})

async function choose(tablet: Tablet, path: string, password: string): Promise<void> {
  await tablet.goTo(path)
  await tablet.page.getByLabel('New password').fill(password)
  await tablet.page.getByLabel('Repeat password').fill(password)
  await tablet.page.getByRole('button', { name: 'Save password' }).click()
}
