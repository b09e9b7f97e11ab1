import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { DEMO_AREAS, buildPlaceInfo } from '#embedded/demo/places.ts'
import { startServer } from '#embedded/server.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { templateIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { DEMO_CITIZEN } from '#sandbox/citizen-portal.ts'
import { startSandbox } from '#sandbox/start.ts'
import { change } from '#tests/support/builders/changes.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import type { Server } from '../support/server.ts'
import { signInAs } from '../support/supervisor.ts'
import { EDITOR } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const AREA = DEMO_AREAS.cordoba.alumbrado
const FORM = buildPlainTemplate(
  { areas: [AREA], ...buildPlaceInfo(AREA), id: templateIdSchema.parse('viaje-vecina') },
  {
    titulo: 'Andanza: luz en la vereda',
    tituloAlternativeLanguage_en: 'Journey: light on the pavement',
    muniCore: { username: 'supervisor-elevado', areaId: '102', idTipoIncidente: '5001' },
    opcionales: { citizenAssociationFromCitizenPortal: true, incidentes: true },
    secciones: [
      {
        orden: 0,
        titulo: 'El lugar',
        preguntas: [
          { orden: 0, titulo: 'Street and number', tipoPregunta: QUESTION_TYPE.OPEN, required: true },
          { orden: 1, titulo: 'What is wrong', tipoPregunta: QUESTION_TYPE.OPEN, required: true },
        ],
      },
    ],
  },
)
const PHONE = { width: 390, height: 844 }
const RECORD = 'mg-1'
/** A citizen without an answer in the demonstration. */
const CITIZEN = { ...DEMO_CITIZEN, id: '9002', dni: '28999111', username: 'ana.sosa' }
const [STREET, WRONG] = ['Street and number', 'What is wrong']

/** The portal runs in this process, and the citizen comes with a token of its own each time. */
test('a citizen comes from the portal, answers while the line is cut, corrects just what a supervisor asks, and reads where it is; nothing of the session is left after it', async ({
  world,
}) => {
  const outside = await startSandbox()
  world.ending(() => outside.close())
  const { citizenPortal, municipalSystem } = outside.addresses
  const server = await world.server({
    env: {
      PORTAL_URL: citizenPortal.url,
      PORTAL_TOKEN: citizenPortal.token,
      MUNICORE_URL: municipalSystem.url,
      MUNICORE_TOKEN: municipalSystem.token,
    },
  })
  await plantForm(server)
  const phone = await world.tablet(server.origin, { viewport: PHONE })
  const { page } = phone
  const form = new AnsweringPage(page)
  const comes = (path: string): Promise<void> =>
    phone.goTo(`${path}/${outside.portal.tokenFor(CITIZEN, { record: RECORD })}`)
  const desk = await signInAs(EDITOR, server.origin)

  await lookAround(world, [phone], async (looking) => {
    await comes(`/ciudadano/contestar/${FORM.id}`)
    await page.getByText(`The answer will be sent with the data of the user ${CITIZEN.username}`).waitFor()
    assert.equal(new URL(page.url()).pathname, `/ciudadano/contestar/${FORM.id}`, 'the token has left the address')
    await looking(page, 'citizen-form')
    await phone.context.setOffline(true)
    await form.type(STREET, 'Belgrano 12')
    await form.type(WRONG, 'No light')
    await form.draftIsKept()
    // Without a network, reloading shows no page, and nothing is lost.
    await page.reload().catch(() => undefined)
    await phone.context.setOffline(false)
    await phone.goTo(`/ciudadano/contestar/${FORM.id}`)
    await page.getByText('You are continuing the draft').waitFor()
    await phone.context.setOffline(true)
    await form.pressSave()
    await page.getByText('Saved on this device', { exact: true }).waitFor()
    await looking(page, 'citizen-saved-offline')
    await phone.context.setOffline(false)
    const code = await registered(page)
    await looking(page, 'citizen-registered')
    await page.goBack()
    await page.getByRole('heading', { name: 'The answer was registered' }).waitFor()
    assert.equal(await form.question(STREET).count(), 0, 'the way back leads to no form that is sent')
    assert.equal(new URL(page.url()).pathname, `/ciudadano/guardado/${FORM.id}/${code}`)
    await page.reload()
    await page.getByRole('button', { name: 'See answer' }).waitFor()
    await page.getByRole('button', { name: 'My answers' }).click()
    await page.getByRole('button', { name: 'See answer' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'See answer' }).waitFor()
    const [answer, ...more] = await desk.answersOf(FORM.id)
    assert.ok(answer !== undefined && more.length === 0, 'one answer')
    assert.equal(answer.codigoMunicipio, code)
    world.step('answered while the line was cut; it arrived once')

    await asksFor(server.origin, answer.id)
    await eventually('the portal to be told', () => outside.portal.statesOf(RECORD).at(-1) === 'Subsanar')
    await comes('/ciudadano/formularios/respuestas')
    await page.getByRole('button', { name: 'Correct the answer' }).waitFor()
    await page.getByText('To correct').waitFor()
    await looking(page, 'citizen-list-asked')
    await comes(`/ciudadano/revision/${answer.id}`)
    await page.getByRole('button', { name: 'View observations' }).click()
    await page.getByRole('dialog', { name: 'Observations' }).getByText('Falta la altura').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await looking(page, 'citizen-revision')
    const rest = page.getByRole('button', { name: /^Rest of the answer/ })
    await rest.click()
    await page.getByText('The municipality did not ask about this part. It cannot be changed.').waitFor()
    await looking(page, 'citizen-revision-whole')
    await rest.click()
    await page.setViewportSize(PHONE)
    assert.equal(await page.getByRole('textbox', { disabled: false }).count(), 1, 'one place is open')
    await form.question(STREET).getByText('Before: Belgrano 12').waitFor()
    await form.question(STREET).getByText('You are asked to correct this.').waitFor()
    await form.type(STREET, 'Belgrano 1200')
    await looking(page, 'citizen-revised')
    await page.setViewportSize(PHONE)
    await form.pressSave()
    await page.getByText('Your correction was sent and is being checked.').waitFor()
    await looking(page, 'citizen-correction-sent')
    await eventually('the portal to be told', () => outside.portal.statesOf(RECORD).at(-1) === 'Completado')
    const { secciones, requestsForChanges } = await desk.answer(answer.id)
    assert.deepEqual(
      secciones[0]?.preguntas.map(({ respuesta }) => respuesta),
      ['Belgrano 1200', 'No light'],
    )
    assert.equal(requestsForChanges[0]?.needCompletition, false)
    await comes(`/ciudadano/revision/${answer.id}`)
    await page.getByText('Form already answered').waitFor()
    await looking(page, 'citizen-already-answered')
    world.step('corrected what was asked, and nothing else; the portal knows')

    await comes('/ciudadano/formularios/respuestas')
    await page.getByText(code).waitFor()
    await looking(page, 'citizen-list')
    await page.getByRole('button', { name: /^See answer/ }).click()
    await page.getByText('Belgrano 1200').waitFor()
    await page.getByText('Under review').waitFor()
    await looking(page, 'citizen-view')
    await phone.goTo('/ciudadano/ver/another/9002')
    await page.getByText('The answer does not belong to the citizen.').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await looking(page, 'citizen-signed-out')
    await phone.goTo('/ciudadano/formularios/respuestas')
    await page.getByText('Could not sign in from the citizen portal').waitFor()
  })
})

/** @returns the assigned code */
async function registered(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'The answer was registered' }).waitFor({ timeout: 30_000 })
  return page.locator('.r-code').first().innerText()
}

/** A user of the municipality asks the citizen to correct the street in the answer. */
async function asksFor(origin: string, answer: AnswerId): Promise<void> {
  const headers = { 'content-type': 'application/json', origin }
  const { email, password, id } = EDITOR
  const signedIn = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const { version } = await (await signInAs(EDITOR, origin)).answer(answer)
  const wish = { answers: ['0/0'], images: [], documents: [], sections: [], comment: 'Falta la altura' }
  const mutation = {
    ...change('answer.requestChanges', wish, id),
    answer,
    template: FORM.id,
    base: version,
  }
  const reply = await fetch(`${origin}/api/sync/push`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ protocol: 1, device: mutation.device, account: id, mutations: [mutation] }),
  })
  const replyText = await reply.text()
  assert.match(replyText, /"applied"/)
}

async function plantForm(server: Server): Promise<void> {
  await server.stop()
  const { ports, close } = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: server.dataDir,
    firstStart: 'nothing',
  })
  await ports.store.commit({
    keysFor: () => [],
    decide: () => ({ result: undefined, writes: buildVersionWrites(FORM) }),
  })
  await close(0)
  await server.start()
}
