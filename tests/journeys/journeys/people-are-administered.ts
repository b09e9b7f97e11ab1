import assert from 'node:assert/strict'
import { EditorPage } from '../pages/editor-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { TopBar } from '../controls/top-bar.ts'
import { UsersPage } from '../pages/users-page.ts'
import { countOnDevice } from '../support/device-storage.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { mailIn } from '../support/mails.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import { lookAround } from '../support/looking.ts'
import { ADMIN, INSPECTOR, NOTE_FORM } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const INVITED =
  'an area is created, somebody is invited into it, chooses a password with the link of the mail, and signs in'
const FILE = 'a file of 60 users is tried out, written, and the same file again changes nothing'
const OFF =
  'somebody who is offline with a queue is switched off: the queue is kept, and arrives when they are on again'
const ERASED =
  'a form gets a retention period, a person is erased and the log proves it, and the device of the author forgets the answer'
const LOOKED = 'users, areas and the log of what was done are fit to be seen'

const PASSWORD = 'nora chose this one'
const WAITING = 3
/** Address of a person who is named in an answer. */
const ADDRESS = 'rosa@quispe.example'
/** The inspector's username in the management system. */
const USERNAME = 'dcarranza'
/** Three batches. */
const USERS = 60

test('an administrator looks after areas and users', async ({ world }) => {
  test.setTimeout(300_000)
  const server = await world.server()
  const desk = await world.tablet(server.origin, { viewport: { width: 1440, height: 900 } })
  const { page } = desk
  const users = new UsersPage(page)
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const disk = diskOf(server.dataDir)
  await desk.goTo('/login')
  await new SignInPage(page).signIn(ADMIN)

  await test.step(INVITED, async () => {
    await new TopBar(page).openMenu()
    await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Areas' }).click()
    await page.getByRole('button', { name: 'New area' }).click()
    const dialog = page.getByRole('dialog', { name: 'New area' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('The name cannot be empty').waitFor()
    await dialog.getByLabel('Area name').fill('Tránsito y Transporte')
    await dialog.getByLabel('Country').selectOption({ label: 'Argentina' })
    await dialog.getByLabel('Province').selectOption({ label: 'Córdoba' })
    await dialog.getByLabel('Municipality').selectOption({ label: 'Córdoba' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText('The area was created').waitFor()

    await desk.goTo('/usuarios')
    const nora = {
      email: 'nora@relevo.example',
      username: 'nora.sosa',
      firstName: 'Nora',
      lastName: 'Sosa',
      role: 'Inspector',
      legajo: '4711',
      places: ['Argentina', 'Córdoba', 'Córdoba'] as const,
      area: 'Tránsito y Transporte',
    }
    await users.add(nora)
    await page.getByText('The user was created').waitFor()
    await users.find('nora sosa')
    await users.row('nora.sosa').getByText('Tránsito y Transporte').waitFor()

    const { to, text } = await mailIn(server.dataDir, 0)
    assert.equal(to, nora.email)
    const invited = await world.tablet(server.origin)
    await invited.page.goto(/https?:\/\/\S+\/contrasena#\S+/.exec(text)?.[0] ?? '')
    await invited.page.getByLabel('New password').fill(PASSWORD)
    await invited.page.getByLabel('Repeat password').fill(PASSWORD)
    await invited.page.getByRole('button', { name: 'Save password' }).click()
    await invited.page.getByRole('button', { name: 'Account of Nora Sosa' }).waitFor()
    await invited.close()
  })

  await test.step(FILE, async () => {
    const lines = Array.from(
      { length: USERS },
      (_, i) => `censo${i}@relevo.example,censo${i},Censo,N${i},ROLE_INSPECTOR_ACTAS,,21,Alumbrado Público`,
    )
    const bad = 'otro@relevo.example,otro,Otro,X,ROLE_JEFE,,21,Alumbrado Público'
    const head = 'email,username,first_name,last_name,role,legajo,municipality,areas'
    const file = { name: 'censo.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...lines, bad].join('\n')) }
    await desk.goTo('/usuarios')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import users' })
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText(`Lines: ${USERS + 1} of ${USERS + 1}: ${USERS} will be created`).waitFor({ timeout: 60_000 })
    await dialog.getByText('This role does not exist.').waitFor()
    await dialog.getByRole('button', { name: `Save ${USERS} users` }).click()
    await dialog.getByText(/^Import finished\./).waitFor({ timeout: 60_000 })
    world.step('the file is in')
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog
      .getByText(`0 will be created, 0 will be changed, ${USERS} unchanged, 1 refused`)
      .waitFor({ timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await users.find('censo59')
    await users.row('censo59').getByText('Alumbrado Público').waitFor()
  })

  await test.step(OFF, async () => {
    const before = disk.countHeld()
    await tablet.goOffline()
    await plantAnswers(tablet, INSPECTOR, { count: WAITING, batch: 'off' })
    await desk.goTo('/usuarios')
    await users.find(USERNAME)
    const dialog = await users.edit(USERNAME)
    await dialog.getByRole('button', { name: 'Deactivate…' }).click()
    await page
      .getByRole('dialog', { name: `Deactivate ${USERNAME}?` })
      .getByRole('button', { name: 'Deactivate', exact: true })
      .click()
    await page.getByText('The user is deactivated.').waitFor()
    await users.row(USERNAME).getByText('Deactivated').waitFor()

    await tablet.goOnline()
    await tablet.page.getByText(/Your account is deactivated/).waitFor({ timeout: 20_000 })
    const onDevice = () => countOnDevice(tablet, INSPECTOR, 'outbox')
    assert.equal((await onDevice()) + disk.countHeld() - before, WAITING, 'each answer is on the device, or held')
    assert.equal(disk.countAnswers(NOTE_FORM.id), 0, 'none was taken without somebody looking')

    const again = await users.edit(USERNAME)
    await again.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText('The user is active and can sign in.').waitFor()
    await tablet.page.getByRole('button', { name: 'Sign in with another account' }).click()
    await new SignInPage(tablet.page).signIn(INSPECTOR)
    await eventually('the rest to arrive', async () => (await onDevice()) === 0)
    assert.equal(disk.countHeld() - before + disk.countAnswers(NOTE_FORM.id), WAITING, 'nothing is lost')
  })

  await test.step(ERASED, async () => {
    const before = disk.countAnswers(NOTE_FORM.id)
    const [id = ''] = await plantAnswers(tablet, INSPECTOR, { count: 1, batch: ADDRESS })
    await tablet.page.evaluate(() => dispatchEvent(new Event('online')))
    await eventually('the answer to arrive', () => disk.countAnswers(NOTE_FORM.id) === before + 1)
    await tablet.goTo(`/ver/${id}`)
    await tablet.page.getByText(ADDRESS).first().waitFor()

    await desk.goTo(`/editar/${NOTE_FORM.id}`)
    const editor = new EditorPage(page)
    const period = await editor.subject('Retention of answers')
    await editor.write('Erase answers after', '1', period)
    await editor.choose('Unit', 'days', period)
    await editor.pressPublish()
    const confirming = page.getByRole('dialog', { name: 'Erase answers after 1 day?' })
    const effect = await confirming.getByText(/answers? (is|are) erased/).innerText()
    assert.equal(Number(/(\d+) answer/.exec(effect)?.[1]), before + 1, 'every answer will be a day old by then')
    await confirming.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/\/listar/)

    await desk.goTo('/auditoria')
    await page.getByRole('link', { name: 'Find or erase personal data' }).press('Enter')
    await page.getByLabel('Find by').selectOption({ label: 'E-mail address' })
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(ADDRESS)
    await page.keyboard.press('Enter')
    await page.getByText('1 record found. Everything was searched.').waitFor()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Erase the chosen data…' }).click()
    const erasing = page.getByRole('dialog', { name: `Erase data of ${ADDRESS} permanently?` })
    await erasing.getByLabel('Reason').fill('Request 12/2026')
    await erasing.getByLabel('Type ERASE to confirm').fill('erase')
    await page.keyboard.press('Enter')
    await page.getByText('1 record erased.').waitFor()
    assert.equal(disk.countAnswers(NOTE_FORM.id), before)
    await page.getByRole('link', { name: 'Back to the audit log' }).press('Enter')
    const proof = page.getByRole('table', { name: 'Audit log' }).getByRole('row', { name: /Personal data erased/ })
    await proof.getByText(/Reason: Request 12\/2026/).waitFor()
    assert.ok(!(await page.locator('main').innerText()).includes(ADDRESS), 'the log does not name the person')
    await tablet.page.getByText(ADDRESS).first().waitFor({ state: 'detached' })
    await tablet.close()
  })

  await test.step(LOOKED, async () => {
    await lookAround(
      world,
      [desk],
      async (looking) => {
        await desk.goTo('/usuarios')
        await users.row('lferreyra').first().waitFor()
        await looking(page, 'users')
        await page.getByRole('button', { name: 'New user' }).click()
        await page.getByRole('dialog').getByLabel('Country').waitFor()
        await looking(page, 'add-user')
        await desk.goTo('/areas')
        const table = page.getByRole('table', { name: 'Areas' })
        await table.waitFor()
        await looking(page, 'areas')
        await page
          .getByRole('button', { name: /^Actions for Alumbrado/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await page.getByText(/area cannot be deleted/).waitFor()
        await looking(page, 'delete-area')
        await desk.goTo('/usuarios')
        await page.getByRole('button', { name: 'Import' }).click()
        const importing = page.getByRole('dialog', { name: 'Import users' })
        const file = `email,username,role\nnueva@relevo.example,nueva,ROLE_JEFE`
        const buffer = Buffer.from(file)
        await importing.locator('input[type=file]').setInputFiles({ name: 'u.csv', mimeType: 'text/csv', buffer })
        await importing.getByText('This role does not exist.').waitFor()
        await looking(page, 'import-users')
        await desk.goTo('/auditoria')
        const log = page.getByRole('table', { name: 'Audit log' })
        await log.waitFor()
        await looking(page, 'audit')
        assert.equal(
          await log.getByRole('rowheader').first().evaluate(linesOf),
          1,
          'when it was is one line at the desk',
        )
        await page.getByRole('link', { name: 'Find or erase personal data' }).click()
        await page.getByRole('textbox', { name: 'ID or tax number' }).waitFor()
        await looking(page, 'person')
      },
      { tight: true },
    )
  })
})

/** @returns the number of lines of its text */
function linesOf(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}
