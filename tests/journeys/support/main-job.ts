import assert from 'node:assert/strict'
import type { AnswerId } from '#domain/kernel/index.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { TopBar } from '../controls/top-bar.ts'
import { filesOnDevice, pictureOf, type DeviceFile, type Picture } from './device-storage.ts'
import { diskOf } from './disk.ts'
import type { World } from './world.ts'
import { takePhotos } from './photos.ts'
import type { Server } from './server.ts'
import { signInAs } from './supervisor.ts'
import type { Tablet } from './tablet.ts'
import { CODE_KEY, INSPECTOR, NOTE_TITLE, SHOP_FORM, SHOP_TITLE, SUPERVISOR, type Person } from './town.ts'
import { eventually, pause } from './waiting.ts'

/** The main workflow of Relevo, in parts that several journeys share. */

/** Milliseconds until a pull is stored in the device's tables. */
const STORED = 300

/** Signs in on screen unless the tablet is signed in, and waits until the app and its forms are on the device. */
export async function prepare(tablet: Tablet, person: Person = INSPECTOR, { isSignedIn = false } = {}): Promise<void> {
  // Documents created since the tablet was prepared arrive with the first pull.
  const pulled = isSignedIn ? tablet.page.waitForResponse(/\/api\/sync\/pull/) : undefined
  await tablet.goTo('/listar')
  await pulled
  if (isSignedIn) await pause(STORED)
  if (!isSignedIn) await new SignInPage(tablet.page).signIn(person)
  await new FormsListPage(tablet.page).isHere(NOTE_TITLE)
  await tablet.workerControls()
}

export type Answered = { readonly id: AnswerId; readonly files: readonly DeviceFile[] }

/**
 * Answers from the list to "saved": every kind of question, two photos, a signature. @returns the answer's data on the
 * device
 */
export async function answerShopForm(tablet: Tablet, photos: readonly string[]): Promise<Answered> {
  const { page } = tablet
  await new FormsListPage(page).answer(SHOP_TITLE)
  const form = new AnsweringPage(page)
  await fillShopForm(form, photos)
  await form.save()
  const confirmation = new ConfirmationPage(page)
  await confirmation.isSavedOnTheDevice()
  const files = await filesOnDevice(tablet, INSPECTOR)
  await areWhole(files, (file) => pictureOf(tablet, file))
  return { id: confirmation.answerId(), files }
}

/**
 * Checks that the device's copy of the answer matches the taken photos and the signature. @param look checks a picture
 * in a page
 */
export async function areWhole(
  files: readonly DeviceFile[],
  look: (file: DeviceFile) => Promise<Picture>,
): Promise<void> {
  assert.equal(files.length, 3, 'two photos and a signature on the device')
  for (const file of files) {
    const { longest, drawn } = await look(file)
    assert.ok(drawn, `${file.type} shows something`)
    if (file.type === 'image/jpeg') assert.equal(longest, 2048, 'photos are shrunk on the device')
  }
}

export async function fillShopForm(form: AnsweringPage, photos: readonly string[]): Promise<void> {
  const [front, exit] = photos
  if (front === undefined || exit === undefined) throw new Error('Two photos are needed')
  await form.type('Nombre', 'Bar El Puente')
  await form.type('Empleados', '4')
  await form.type('Superficie', '82,50')
  await form.type('Vencimiento', '01/03/2027')
  await form.choose('Rubros', 'Bar')
  await form.choose('Estado', 'Bueno')
  await form.choose('Matafuegos', 'Yes')
  await form.attachPhoto('Fachada', front)
  await form.type('Ubicación', 'Puerta principal')
  await form.attachPhoto('Foto', exit)
  await form.checkCondition('Gastronómico')
  await form.type('Cubiertos', '40')
  const signature = form.signature('Responsable')
  await signature.names('Ana', 'Paz')
  await signature.draw()
}

/** Checks that the server has this answer exactly once, complete, by its API and on its disk. @returns the code */
export async function arrivedOnce(server: Server, { id, files }: Answered): Promise<string> {
  const disk = diskOf(server.dataDir)
  await eventually('the answer to be on the server', () => disk.countAnswers(SHOP_FORM.id) > 0)
  const supervisor = await signInAs(SUPERVISOR, server.origin)
  const listed = await supervisor.answersOf(SHOP_FORM.id)
  assert.deepEqual(
    listed.map((answer) => answer.id),
    [id],
    'one answer, and it is this one',
  )
  const answer = await supervisor.answer(id)
  assert.equal(answer.codigoMunicipio, `${CODE_KEY}${disk.lastKeyNumber()}`, 'the code that was taken last')
  assert.deepEqual(answer.files.map((file) => file.sha256).sort(), files.map((file) => file.sha256).sort(), 'its files')
  for (const { sha256, bytes } of files) {
    assert.ok(bytes.equals(await disk.file(sha256)), 'the disk holds the captured bytes')
    assert.ok(bytes.equals(await supervisor.file(id, sha256)), 'the server gives out the captured bytes')
  }
  const [signature] = answer.signatures
  assert.equal(
    signature?.imgID,
    files.find((file) => file.type === 'image/png')?.sha256,
    'the drawn signature is the signature',
  )
  assert.equal(answer.secciones[0]?.preguntas[0]?.respuesta, 'Bar El Puente')
  return answer.codigoMunicipio
}

/**
 * Signs in; loses the network; reloads; answers with two photos and a signature; saves; closes the browser; opens the
 * app with a network.
 * @param meanwhile actions on the answer before that
 */
export async function answerOffline(
  world: World,
  meanwhile: (tablet: Tablet, answered: Answered) => Promise<void>,
): Promise<void> {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const photos = await takePhotos(tablet.page, world.folder('photos'), 2)
  world.step('signed in, the app and its forms are on the device')
  await tablet.goOffline()
  await tablet.page.reload({ waitUntil: 'domcontentloaded' })
  await new FormsListPage(tablet.page).isHere(SHOP_TITLE)
  world.step('reloaded without a network')
  const answered = await answerShopForm(tablet, photos)
  await new TopBar(tablet.page).says(/\d to send/)
  world.step('answered and saved')
  await meanwhile(tablet, answered)
  // The offline state ends with the browser.
  await tablet.close()
  await tablet.open()
  await tablet.goTo('/')
  await new TopBar(tablet.page).says('All sent', 60_000)
  world.step('back online, without a tap')
  const code = await arrivedOnce(server, answered)
  await tablet.goTo(`/ver/${answered.id}`)
  await tablet.page.getByText(code, { exact: true }).first().waitFor()
  assert.equal((await filesOnDevice(tablet, INSPECTOR)).length, 0, 'received files have left the device')
}
