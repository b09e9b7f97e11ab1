import assert from 'node:assert/strict'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMailSettings } from '#connectors/mail.ts'
import { DEMO_AREAS, buildPlaceInfo } from '#embedded/demo/places.ts'
import { startServer } from '#embedded/server.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { type AnswerId, templateIdSchema } from '#domain/kernel/index.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { test } from '../support/world.ts'
import { look } from '../support/look.ts'
import type { Server } from '../support/server.ts'
import { signInAs } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { EDITOR, INSPECTOR } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const AREA = DEMO_AREAS.cordoba.habilitaciones
const FACTS = { areas: [AREA], ...buildPlaceInfo(AREA) }
const INCIDENT_FORM = buildPlainTemplate(
  { ...FACTS, id: templateIdSchema.parse('viaje-incidente') },
  {
    titulo: 'Andanza: incidente',
    muniCore: { username: 'supervisor-elevado', areaId: '102', idTipoIncidente: '5001' },
    opcionales: { incidentes: true, envioEmail: true },
  },
)
const BOOKING_FORM = buildPlainTemplate(
  { ...FACTS, id: templateIdSchema.parse('viaje-turno') },
  {
    titulo: 'Andanza: turno',
    appointmentGroup: {
      appointmentData: { id: '32', name: 'Habilitaciones comerciales' },
      tenantId: 'tenant-1',
      tenantUniqueName: 'municipio-1',
    },
    opcionales: { addAppointment: true },
  },
)
const THREE_MINUTES = 180_000

/** The external systems run in this process and outlive the server, which is killed while they delay their replies. */
test('what an answer sets off happens once, although the server dies while it tells of each: two incidents, an e-mail, an appointment', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const mails = world.folder('mails')
  await mkdir(mails)
  const post = postOffice(mails)
  const outside = await startSandbox(post)
  world.ending(() => outside.close())
  const env = environmentOf(outside)
  const server = await world.server({ env, plant: plantForms })
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })

  world.step('an answer is kept without a network; the server is killed while it tells of its incident')
  await tablet.goOffline()
  const first = await reported(tablet, 'Un pozo')
  outside.hold()
  await tablet.goOnline()
  await eventually('the first incident', () => outside.incidents.main.length === 1)
  await server.kill()

  world.step(
    'another one, with a copy by e-mail; the server is killed while it tells of its incident and gives away the letter',
  )
  await tablet.goOffline()
  const answers = [first, await reported(tablet, 'Un cable', 'ana@vecinos.example')]
  post.hold()
  await server.start()
  await tablet.goOnline()
  const isAtBoth = async () => outside.incidents.main.length === 2 && (await post.messageIds()).length === 1
  await eventually('the second incident and the letter, in either order', isAtBoth, { within: 60_000 })
  await server.kill()
  outside.letGo()
  post.letGo()

  world.step('minutes later each is told of again, and known')
  const asked = outside.asked()
  await minutesLater(server.dataDir, outside, env)
  assert.equal(outside.asked() - asked, 2, 'each incident was told of again')
  assert.equal(outside.incidents.main.length, 2)
  const letters = await post.messageIds()
  assert.deepEqual([letters.length, new Set(letters).size], [2, 1], 'the letter came again under its own name')
  await server.start()
  const desk = await signInAs(EDITOR, server.origin)
  const incidentIds = await Promise.all(answers.map(async (id) => (await desk.answer(id)).muniCore?.idIncidente ?? ''))
  assert.deepEqual(incidentIds.toSorted(), outside.incidents.main.map(({ id }) => id).toSorted())

  world.step('an answer goes on to its appointment; killed on the way, the server gives the same code again')
  await booksOnce(tablet, server, outside)
})

/** A mail server that stores e-mails and may delay its replies. */
function postOffice(folder: string) {
  let held = Promise.withResolvers<void>()
  held.resolve()
  return {
    folder,
    keep: async (name: string, bytes: Uint8Array) => {
      await writeFile(join(folder, name), bytes)
      await held.promise
    },
    hold: () => {
      held = Promise.withResolvers()
    },
    letGo: () => held.resolve(),
    messageIds: async () => {
      const letters = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
      return letters.map((letter) => /^message-id:\s*(\S+)/im.exec(letter)?.[1] ?? '')
    },
  }
}

function environmentOf({ addresses }: Sandbox) {
  return {
    MUNICORE_URL: addresses.municipalSystem.url,
    MUNICORE_TOKEN: addresses.municipalSystem.token,
    TURNERO_URL: addresses.booking.url,
    TURNERO_TOKEN: addresses.booking.token,
    TURNERO_PAGE_URL: addresses.bookingPage,
    SMTP_URL: addresses.mail ?? '',
    MAIL_FROM: 'Relevo <forms@relevo.example>',
  }
}

/** Stores the forms directly; the incident type of one already exists. */
async function plantForms(dataDir: string): Promise<void> {
  const { ports, close } = await startServer({ port: 0, host: '127.0.0.1', dataDir, firstStart: 'nothing' })
  const writes = [INCIDENT_FORM, BOOKING_FORM].flatMap(buildVersionWrites)
  await ports.store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
  await close(0)
}

/** @param copyTo recipient of a copy by e-mail */
async function reported(tablet: Tablet, what: string, copyTo?: string): Promise<AnswerId> {
  const { page } = tablet
  await tablet.goTo(`/contestar/${INCIDENT_FORM.id}`)
  const form = new AnsweringPage(page)
  await form.type('Nota', what)
  if (copyTo === undefined) await form.save()
  else {
    await page.getByRole('button', { name: 'Save answer and send email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a copy by e-mail' })
    await dialog.getByLabel('E-mail address').fill(copyTo)
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const confirmation = new ConfirmationPage(page)
  await confirmation.isSavedOnTheDevice()
  return confirmation.answerId()
}

/** Restarts on the same data folder and external systems, three minutes later; calls without a reply are retried. */
async function minutesLater(dataDir: string, { addresses }: Sandbox, env: Readonly<Record<string, string>>) {
  const mail = readMailSettings(env)
  if ('wrong' in mail) throw new Error(`${mail.wrong} is not an address`)
  const later = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    firstStart: 'nothing',
    outside: { municipalSystem: addresses.municipalSystem },
    mail,
    clock: () => Date.now() + THREE_MINUTES,
  })
  const { store } = later.ports
  try {
    await eventually(
      'all jobs to be done',
      async () => (await store.query({ collection: 'jobs', where: { state: 'waiting' }, limit: 1 })).length === 0,
    )
  } finally {
    await later.close(0)
  }
}

async function booksOnce(tablet: Tablet, server: Server, outside: Sandbox): Promise<void> {
  const { page } = tablet
  await tablet.goTo(`/contestar/${BOOKING_FORM.id}`)
  await new AnsweringPage(page).type('Nota', 'Un turno, por favor')
  outside.hold()
  const asked = outside.asked()
  await page.getByRole('button', { name: 'Save response and take a appointment.' }).click()
  await eventually('a code to be asked for', () => outside.asked() > asked)
  await server.kill()
  await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  assert.deepEqual(await look(page, 'booking-failed'), [])
  outside.letGo()
  await server.start()
  const first = await goesOnToBook(tablet)
  assert.match(first ?? '', /\S/)
  await page.goBack()
  await new ConfirmationPage(page).isRegistered()
  assert.deepEqual(await look(page, 'booking-again'), [])
  assert.equal(await goesOnToBook(tablet), first)
}

/** @returns the code in the booking page's URL */
async function goesOnToBook({ page }: Tablet): Promise<string | null> {
  await page.getByRole('button', { name: 'Continue to appointment booking' }).click()
  await page.getByRole('heading', { name: 'Turnos de la demostración' }).waitFor()
  const { searchParams } = new URL(page.url())
  assert.equal(searchParams.get('tenant'), 'municipio-1')
  return searchParams.get('code')
}
