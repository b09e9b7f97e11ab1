import assert from 'node:assert/strict'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { TopBar } from '../controls/top-bar.ts'
import { filesOnDevice } from '../support/device-storage.ts'
import { diskOf } from '../support/disk.ts'
import { lookAtWholeForm } from '../support/editor-looks.ts'
import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import { takePhotos } from '../support/photos.ts'
import { EDITOR, INSPECTOR } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'
import { buildWholeForm, WHOLE_TITLE } from './builds-a-form/whole-form.ts'

/** Large enough to be captured, stored and sent in parts. */
const WALK = Buffer.concat([
  Buffer.from('00000018667479706d703432', 'hex'),
  Buffer.from(Uint8Array.from({ length: 6_000_000 }, (_, at) => (at * 31 + (at >> 12)) % 251)),
])

test('a form with everything is built and looked at, answered while the server is down, and the answer arrives automatically when both are back', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const server = await world.server()
  const office = await world.tablet(server.origin, { as: EDITOR, viewport: { width: 1440, height: 900 } })
  const disk = diskOf(server.dataDir)

  const [photo = ''] = await takePhotos(office.page, world.folder('photos'), 1)
  await new FormsListPage(office.page).newForm()
  const editor = new EditorPage(office.page)
  await editor.isOpen()
  await buildWholeForm(office.page, photo, world.step)
  await lookAround(world, [office], (looking) => lookAtWholeForm(office.page, looking))
  // The notice is shown for some seconds, together with the dialog with the form's address.
  await Promise.all([office.page.getByText('The form was created').waitFor(), editor.save()])
  world.step('saved')
  const template = disk.template(WHOLE_TITLE)
  assert.deepEqual(
    template.estados.disponibles.map(({ nombre, transiciones }) => [nombre, transiciones]),
    [
      ['Pending', [1, 2]],
      ['Approved', [2]],
      ['Rejected', []],
    ],
  )
  assert.equal(template.estados.inicial, 0, 'the first state that remains is the initial one')
  assert.ok(
    template.estados.disponibles.every(({ idTipoIncidente }) => idTipoIncidente !== undefined),
    'each state has its incident type',
  )
  const { publico, automaticDownload, customizedVoucher, envioEmail, addAppointment, incidentes } = template.opcionales
  assert.deepEqual(
    { publico, automaticDownload, customizedVoucher },
    { publico: false, automaticDownload: false, customizedVoucher: false },
  )
  assert.deepEqual(
    { envioEmail, addAppointment, incidentes },
    { envioEmail: false, addAppointment: true, incidentes: true },
  )
  assert.match(template.headerImageURL ?? '', /^\/api\/templates\/.*\/images\//)
  assert.deepEqual(
    template.signatures.map(({ title, required }) => [title, required]),
    [
      ['Owner', true],
      ['Inspector', false],
    ],
  )
  assert.equal(template.tituloAlternativeLanguage_es, 'Viaje: formulario entero')
  assert.deepEqual(
    template.secciones.map(({ preguntas, conditions }) => [preguntas.length, conditions.length]),
    [
      [12, 0],
      [1, 0],
      [0, 2],
    ],
  )

  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  await new FormsListPage(tablet.page).isHere(WHOLE_TITLE)
  await server.stop()
  await tablet.page.reload({ waitUntil: 'domcontentloaded' })
  await answer(tablet.page, photo)
  world.step('answered without the server')
  const id = new ConfirmationPage(tablet.page).answerId()
  const { pathname } = new URL(tablet.page.url())
  await tablet.close()
  await server.start()
  await tablet.open()
  await tablet.goTo('/')
  await new TopBar(tablet.page).says('All sent', 60_000)
  assert.equal((await filesOnDevice(tablet, INSPECTOR)).length, 0, 'received files have left the device')
  await tablet.goTo(pathname)
  const code = await new ConfirmationPage(tablet.page).isRegistered()
  const [stored, ...more] = await eventually('the answer on the server', () => {
    const answers = disk.answers(template.id)
    return answers.length > 0 && answers
  })
  assert.equal(more.length, 0)
  assert.equal(stored?.id, id)
  assert.equal(stored?.codigoMunicipio, code)
  assert.equal(stored?.estados?.disponibles[stored.estados.actual]?.nombre, 'Approved')
  const sections = JSON.stringify(stored?.secciones)
  for (const text of ['Bar El Puente', '82,50', 'Trade 3', 'Back door', 'Ana Paz'])
    assert.ok(sections.includes(text), `the answer holds ${text}`)
  assert.deepEqual(
    stored?.files.map(({ type }) => type).toSorted(),
    ['application/pdf', 'image/jpeg', 'image/png', 'video/mp4'],
    'a document, a photo, a signature and a video',
  )
  const walk = stored?.files.find(({ type }) => type === 'video/mp4')
  assert.ok((await disk.file(walk?.sha256 ?? '')).equals(WALK), 'the long video arrives byte for byte')
})

async function answer(page: ConstructorParameters<typeof AnsweringPage>[0], photo: string): Promise<void> {
  await new FormsListPage(page).answer(WHOLE_TITLE)
  const form = new AnsweringPage(page)
  await page.getByRole('radiogroup', { name: 'State' }).getByText('Approved').click()
  await page.getByLabel('Address').fill('San Martín 123')
  await form.type('Name of the shop', 'Bar El Puente')
  await form.type('Employees', '4')
  await form.type('Surface', '82,50')
  await form.type('Licence until', '01/03/2027')
  await form.type('Opens at', '08:30')
  await form.choose('Condition of the shop', 'Good')
  await form.choose('Trades', 'Trade 3')
  await form.choose('Open on Sundays', 'Yes')
  await page.getByRole('link', { name: 'Read the rules' }).waitFor()
  await form.attachPhoto('Front of the shop', photo)
  await form.attachFile('Front of the shop', {
    name: 'permit.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
  })
  await form.attachFile('Front of the shop', { name: 'walk.mp4', mimeType: 'video/mp4', buffer: WALK })
  await form.question('Declaration').getByLabel('Owner’s name').fill('Ana Paz')
  await form.type('Where it is', 'Back door')
  await form.checkCondition('Food')
  await form.type('Seats', '40')
  const signature = form.signature('Owner')
  await signature.names('Ana', 'Paz')
  await signature.draw()
  await form.save()
  await new ConfirmationPage(page).isSavedOnTheDevice()
}
