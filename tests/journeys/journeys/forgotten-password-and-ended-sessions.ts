import assert from 'node:assert/strict'
import { SignInPage } from '../pages/sign-in-page.ts'
import { TopBar } from '../controls/top-bar.ts'
import { countOnDevice } from '../support/device-storage.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { mailIn } from '../support/mails.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import { INSPECTOR, NOTE_FORM } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const FORGOTTEN = 'a forgotten password is chosen again with the link of a mail, once'
const ELSEWHERE = 'a session is ended on one machine: the other one signs out within seconds and keeps its queue'
const CHANGED = 'a changed password signs the other machine out, and not the one where it was changed'
const FRESH = 'a brand new password'
const CHANGE = 'one more long password'
const WAITING = 3

test('people look after their own account: forgotten and changed passwords, and sessions ended from elsewhere', async ({
  world,
}) => {
  const server = await world.server()
  const [tablet, desk] = [await world.tablet(server.origin, { as: INSPECTOR }), await world.tablet(server.origin)]
  const page = desk.page
  const bar = new TopBar(page)
  const fresh = { ...INSPECTOR, password: FRESH }

  await test.step(FORGOTTEN, async () => {
    await desk.goTo('/login')
    await page.getByLabel('E-mail').fill(INSPECTOR.email)
    await page.getByRole('button', { name: 'I forgot my password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reset password' })
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await page.getByText(/If this account exists/).waitFor()
    const { to, text } = await mailIn(server.dataDir, 0)
    assert.equal(to, INSPECTOR.email)
    const link = /https?:\/\/\S+\/contrasena#\S+/.exec(text)?.[0] ?? ''
    await page.goto(link)
    await page.getByLabel('New password').fill(FRESH)
    await page.getByLabel('Repeat password').fill(FRESH)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.waitForURL(/\/home$/)
    assert.match((await mailIn(server.dataDir, 1)).text, /has just been changed/)
  })

  await test.step(ELSEWHERE, async () => {
    // The new password has already ended the tablet's session, which is how the tablet notices.
    await tablet.page.getByText(/You were signed out/).waitFor()
    await new SignInPage(tablet.page).signIn(fresh)
    await tablet.goOffline()
    const ids = await plantAnswers(tablet, INSPECTOR, { count: WAITING, batch: 'ended' })
    await desk.goTo('/cuenta')
    const there = page.getByRole('button', { name: /^Sign out of .*, signed in/ })
    await there.first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Session ended.').waitFor()
    await there.waitFor({ state: 'detached' })
    await tablet.goOnline()
    await tablet.page.getByText(/You were signed out/).waitFor({ timeout: 15_000 })
    assert.equal(await countOnDevice(tablet, INSPECTOR, 'outbox'), WAITING, 'nothing is lost')
    assert.equal(diskOf(server.dataDir).countAnswers(NOTE_FORM.id), 0, 'and nothing was sent')
    await tablet.page.reload()
    await tablet.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await new SignInPage(tablet.page).signIn(fresh)
    await eventually('the rest to arrive', () => diskOf(server.dataDir).countAnswers(NOTE_FORM.id) === WAITING)
    const arrived = diskOf(server.dataDir).answers(NOTE_FORM.id)
    assert.deepEqual(arrived.map(({ id }) => id).sort(), [...ids].sort())
  })

  await test.step(CHANGED, async () => {
    await bar.openMenu()
    await page.getByRole('button', { name: 'Change password' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await dialog.getByLabel('Current password').fill(FRESH)
    await dialog.getByLabel('New password', { exact: true }).fill(CHANGE)
    await dialog.getByLabel('Repeat new password').fill(CHANGE)
    const began = Date.now()
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await page.getByText(/^Password changed\./).waitFor()
    await tablet.page.getByText(/You were signed out/).waitFor({ timeout: 15_000 })
    world.step(`the other machine had signed out after ${((Date.now() - began) / 1000).toFixed(1)} s`)
    await desk.goTo('/cuenta')
    await page.getByText('This device', { exact: true }).waitFor()
  })
})
