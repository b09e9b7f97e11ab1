import assert from 'node:assert/strict'
import { buildReference } from '#domain/codes/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { TopBar } from '../controls/top-bar.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { MunicipalitiesPage } from '../pages/municipalities-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { countOnDevice } from '../support/device-storage.ts'
import { diskOf, type Disk } from '../support/disk.ts'
import { test } from '../support/world.ts'
import type { Tablet } from '../support/tablet.ts'
import { ADMIN, FAR_INSPECTOR, FAR_NOTE_FORM, FAR_NOTE_TITLE } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const NAME = 'Montevideo'
const NEW_NAME = 'Montevideo y su puerto'
/** A server error for pushed data; everything except sending continues. */
const FAILS = { status: 500, contentType: 'application/json', body: '{"error":{"code":"server.failed"}}' }

test('a blocked municipality signs its people out with their queue kept; unblocked, the queue goes out; a changed setting takes effect on the device', async ({
  world,
}) => {
  const server = await world.server()
  const [desk, tablet] = [await world.tablet(server.origin), await world.tablet(server.origin)]
  const disk = diskOf(server.dataDir)
  const places = new MunicipalitiesPage(desk.page)
  await desk.goTo('/municipios')
  await new SignInPage(desk.page).signIn(ADMIN)
  await desk.page.getByRole('link', { name: `Settings of ${NAME}` }).waitFor()
  await enter(tablet)

  await tablet.context.route('**/api/sync/push', (route) => route.fulfill(FAILS))
  const kept = await answer(tablet, 'Written before')
  await new ConfirmationPage(tablet.page).isSavedOnTheDevice()
  assert.equal(await countOnDevice(tablet, FAR_INSPECTOR, 'outbox'), 1)
  world.step('an answer waits on the device')

  const said = await places.block(NAME)
  assert.match(said, /It has \d+ users?/)
  const blockedAt = Date.now()
  await tablet.page.getByText('Access denied. Municipality blocked.').waitFor({ timeout: 10_000 })
  world.step(`the device says so after ${((Date.now() - blockedAt) / 1000).toFixed(1)} s`)
  await tablet.page.waitForURL(/\/login/, { timeout: 10_000 })
  assert.equal(await countOnDevice(tablet, FAR_INSPECTOR, 'outbox'), 1, 'signed out, and nothing is lost')
  assert.equal(disk.countAnswers(FAR_NOTE_FORM.id), 0)
  const refused = await fetch(`${server.origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({ email: FAR_INSPECTOR.email, password: FAR_INSPECTOR.password }),
  })
  assert.equal(refused.status, 403, 'and nobody of it comes in again')

  await places.unblock(NAME)
  await tablet.context.unroute('**/api/sync/push')
  await new SignInPage(tablet.page).signIn(FAR_INSPECTOR)
  await eventually('the queue to go out', () => disk.countAnswers(FAR_NOTE_FORM.id) === 1, { within: 60_000 })
  assert.deepEqual(
    disk.answers(FAR_NOTE_FORM.id).map(({ id, codigoMunicipio }) => [id, codigoMunicipio.slice(0, 3)]),
    [[kept, 'MVD']],
  )
  world.step('unblocked, and the queue went out')

  await places.rename(NAME, NEW_NAME)
  await eventually('its forms to carry the new name', () => municipalityOnDisk(disk) === NEW_NAME, { within: 20_000 })
  await eventually(
    'the device to be told',
    async () =>
      (await storedRow<StoredForm>(tablet, 'templates', [FAR_NOTE_FORM.id, 1]))?.template.municipioInfo.nombre ===
      NEW_NAME,
    { within: 20_000 },
  )
  await places.rename(NEW_NAME, NAME)
  world.step('renamed: the form on the device says so, in the same version')

  await places.openSettings(NAME)
  await places.switchOn('Hide the code after saving')
  await eventually(
    'the device to learn of it',
    async () => (await storedRow<StoredProfile>(tablet, 'meta', 'profile'))?.value.municipality.codeHidden === true,
    { within: 20_000 },
  )
  const quiet = await answer(tablet, 'Written after')
  const shown = await new ConfirmationPage(tablet.page).isRegistered()
  assert.equal(shown, buildReference(quiet), 'the reference, and no code')
  world.step('the changed setting holds on the device')
})

async function enter(tablet: Tablet): Promise<void> {
  await tablet.goTo('/listar')
  await new SignInPage(tablet.page).signIn(FAR_INSPECTOR)
  await new FormsListPage(tablet.page).isHere(FAR_NOTE_TITLE)
  await new TopBar(tablet.page).says('All sent')
}

async function answer(tablet: Tablet, text: string): Promise<AnswerId> {
  await tablet.goTo('/listar')
  await new FormsListPage(tablet.page).answer(FAR_NOTE_TITLE)
  const form = new AnsweringPage(tablet.page)
  await form.type('Nota', text)
  await form.save()
  return new ConfirmationPage(tablet.page).answerId()
}

function municipalityOnDisk(disk: Disk): string {
  return disk.template(FAR_NOTE_FORM.titulo).municipioInfo.nombre
}

type StoredForm = { readonly template: FormTemplate }
type StoredProfile = { readonly value: { readonly municipality: { readonly codeHidden?: boolean } } }

/** A row that the device stored in its last pull. */
async function storedRow<T>(
  { page }: Tablet,
  table: string,
  key: string | (string | number)[],
): Promise<T | undefined> {
  const row = await page.evaluate(
    async ([name, store, at]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(new Error(String(opening.error)))
      })
      try {
        return await new Promise<unknown>((resolve, reject) => {
          const asking = database.transaction(store).objectStore(store).get(at)
          asking.onsuccess = () => resolve(asking.result)
          asking.onerror = () => reject(new Error(String(asking.error)))
        })
      } finally {
        database.close()
      }
    },
    [`relevo-${FAR_INSPECTOR.id}`, table, key] as const,
  )
  return row as T | undefined
}
