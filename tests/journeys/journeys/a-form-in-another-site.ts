import assert from 'node:assert/strict'
import type { FrameLocator, Page } from '@playwright/test'
import type { Answer } from '#domain/answers/index.ts'
import { templateIdSchema, type MunicipalityPath } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import { signInAs } from '../support/supervisor.ts'
import { ADMIN, INSPECTOR, MUNICIPALITY, NOTE_FORM, NOTE_TITLE, SUPERVISOR, type Person } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const HOST = 'https://tramites.villa.example'
const STRANGER = 'https://other.example'
/** A form of the demonstration; some answers lack whose the premises are. And a person who may complete them. */
const PREMISES = templateIdSchema.parse('inspeccion-local')
/** A form of the demonstration that anyone may answer. */
const PUBLIC_FORM = templateIdSchema.parse('reclamo-alumbrado')
const OWNER = 'Razón social o titular'
const ID = 'supervisor-corrector-duplicador'
const COMPLETER = { ...SUPERVISOR, id: ID, email: `${ID}@relevo.example` }
type FrameMessage = {
  readonly type: string
  readonly origin: string
  readonly answerId?: string
  readonly docCode?: string
  readonly timestamp?: number
  readonly height?: number
}

test('a page of another origin embeds a form in a browser that blocks the storage of third parties: an inspector answers there under their name, the page is notified once, the public form is sent as well, and a page that is not named can frame neither the form nor an error', async ({
  world,
}) => {
  const server = await world.server()
  const text = await namesTheHost(server.origin)
  const tablet = await world.tablet(server.origin, {
    viewport: { width: 1280, height: 900 },
    thirdParties: 'blocked',
  })
  const page = tablet.page
  await hostPages(page)
  // Browsers block requests from other sites to this machine unless permitted.
  for (const origin of [HOST, STRANGER]) await tablet.context.grantPermissions(['local-network-access'], { origin })

  const code = await codeFor(server.origin, text)
  const frame = await embed(page, HOST, `${server.origin}/cis/contestar/${NOTE_FORM.id}#code=${code}`)
  await frame.getByRole('heading', { name: NOTE_TITLE }).waitFor()
  const address = page.frames().at(-1)?.url() ?? ''
  assert.equal(address, `${server.origin}/cis/contestar/${NOTE_FORM.id}`, 'the code has left the address')
  assert.equal(await frame.getByRole('navigation').count(), 0, 'there is no navigation')
  assert.deepEqual(await tablet.context.cookies(server.origin), [], 'the frame keeps no cookie')
  const before = (await (await signInAs(SUPERVISOR, server.origin)).answersOf(NOTE_FORM.id)).length
  await frame.getByRole('textbox').first().fill('Desde el portal')
  await frame.getByRole('button', { name: 'Save answer' }).click()
  await frame.getByRole('heading', { name: 'The answer was registered' }).waitFor()
  const saved = async () => (await messagesTo(page)).filter(({ type }) => type === 'answer-saved')
  await eventually('the host to be told', async () => (await saved()).length > 0)
  const [message, ...more] = await saved()
  assert.deepEqual(more, [], 'one message')
  assert.ok(message?.origin === server.origin && (message.timestamp ?? 0) > 0)
  assert.equal(page.frames().at(-1)?.url(), `${server.origin}/respuesta/enviada/${message.answerId}/${message.docCode}`)
  assert.ok((await messagesTo(page)).some(({ type, height = 0 }) => type === 'height' && height > 100))
  const answers = await (await signInAs(SUPERVISOR, server.origin)).answersOf(NOTE_FORM.id)
  assert.equal(answers.length, before + 1, 'it arrived once')
  assert.equal(answers.find(({ id }) => id === message.answerId)?.codigoMunicipio, message.docCode)
  world.step('answered under the name of the inspector, and the host was told once')

  const seen = await embed(
    page,
    HOST,
    `${server.origin}/cis/ver/${message.answerId}#code=${await codeFor(server.origin, text)}`,
  )
  await seen.getByRole('group').getByText('Desde el portal').waitFor()
  for (const name of ['Download PDF', 'Delete', 'Print'])
    assert.equal(await seen.getByText(name).count(), 0, `a limited view: ${name}`)
  const used = await embed(page, HOST, `${server.origin}/cis/contestar/${NOTE_FORM.id}#code=${code}`)
  await used.getByText('Reload the page that contains this form.').waitFor()
  const edited = await embed(
    page,
    HOST,
    `${server.origin}/cis/editar/${message.answerId}#code=${await codeFor(server.origin, text)}`,
  )
  await edited.getByRole('link', { name: 'See answer' }).click()
  await edited.getByRole('group').getByText('Desde el portal').waitFor()
  assert.equal(page.frames().at(-1)?.url(), `${server.origin}/cis/ver/${message.answerId}`)
  world.step('read in a limited view; a used code opens nothing; what cannot be edited closes to its view')

  await completes(page, server.origin, text)
  world.step('completed in a frame: the section is told, and what is typed is asked about before it goes')

  await answersWithoutStorage(page, server.origin)
  world.step('the public form is answered in a frame without storage')

  await answersWhereNamingThrows(await tablet.context.newPage(), server.origin)
  world.step('the public form is answered where even naming storage throws')

  await lookAround(world, [tablet], async (looking) => {
    const shows = async (path: string, person = INSPECTOR): Promise<void> =>
      tablet.goTo(`${path}#code=${await codeFor(server.origin, text, person)}`)
    await shows(`/cis/contestar/${NOTE_FORM.id}`)
    await page.getByRole('heading', { name: NOTE_TITLE }).waitFor()
    await looking(page, 'embedded-form')
    await shows(`/cis/ver/${message.answerId}`)
    await page.getByRole('group').getByText('Desde el portal').waitFor()
    await looking(page, 'embedded-answer')
    await tablet.goTo(`/cis/contestar/${NOTE_FORM.id}#code=${code}`)
    await page.getByText('Reload the page that contains this form.').waitFor()
    await looking(page, 'embedded-used-code')
    await tablet.goTo('/publico/consultar-estado')
    await page.getByLabel('Code', { exact: true }).fill(message.docCode ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await looking(page, 'public-status')
  })

  for (const [host, path] of [
    [STRANGER, `/cis/contestar/${NOTE_FORM.id}`],
    [STRANGER, `/cis/ver/${message.answerId}`],
    [STRANGER, '/cis/contestar/none'],
    [HOST, '/cis/contestar/none'],
    [STRANGER, '/cis/elsewhere'],
    [STRANGER, '/publico/consultar-estado'],
  ] as const)
    await isNotFramed(page, host, server.origin + path)
  world.step('a page that is not named frames neither a form nor an error')
})

/** An administrator allows the host to embed forms, and creates its token. @returns the token */
async function namesTheHost(origin: string): Promise<string> {
  const path = `/api/municipalities/${encodePlaceId(MUNICIPALITY as MunicipalityPath)}`
  await as(ADMIN, origin, { method: 'PUT', path: `${path}/settings`, body: { frameAncestors: [HOST] } })
  const made = await as(ADMIN, origin, {
    method: 'POST',
    path: `${path}/tokens`,
    body: { name: 'Portal', scopes: ['embed'], days: 30 },
  })
  return (made as { readonly text: string }).text
}

async function as(
  { email, password }: Person,
  origin: string,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: object },
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin }
  const signedIn = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const reply = await fetch(origin + path, { method, headers: { ...headers, cookie }, body: JSON.stringify(body) })
  const messages = await reply.text()
  assert.equal(reply.status, 200, `${method} ${path}: ${messages}`)
  return JSON.parse(messages)
}

/** Completes an answer from before completeness was checked; the frame then shows it read-only. */
async function completes(page: Page, origin: string, token: string): Promise<void> {
  const desk = await signInAs(COMPLETER, origin)
  const ownerOf = ({ secciones }: Answer) =>
    secciones.flatMap(({ preguntas }) => preguntas).find(({ titulo }) => titulo === OWNER)
  const answers = await Promise.all((await desk.answersOf(PREMISES)).map(({ id }) => desk.answer(id)))
  const unfinished = answers.find((answer) => ownerOf(answer)?.respuesta === undefined)
  assert.ok(unfinished !== undefined, 'the demonstration has one')
  const address = `${origin}/cis/editar/${unfinished.id}`
  const frame = await embed(page, HOST, `${address}#code=${await codeFor(origin, token, COMPLETER)}`)
  // Questions are rendered near the viewport.
  await frame.getByRole('button', { name: /Datos del local/ }).scrollIntoViewIfNeeded()
  const owner = frame.locator('[data-question]').filter({ hasText: OWNER })
  await owner.getByRole('textbox').click()
  await page.keyboard.type('Rosa Leiva')
  await frame.locator('main section').first().getByRole('button').first().focus()
  await eventually('the host to be told of the section', async () =>
    (await messagesTo(page)).some(({ type }) => type === 'section'),
  )
  // Closing with unsent data asks for confirmation.
  await page.waitForTimeout(1_500)
  const asked = page.waitForEvent('dialog')
  const leaving = page.evaluate(() => (location.href = 'about:blank')).catch(() => undefined)
  const dialog = await asked
  assert.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()
  await leaving
  await frame.getByRole('button', { name: 'Save answer' }).click()
  await frame.getByText('Rosa Leiva').waitFor()
  await eventually(
    'the answer to be complete',
    async () => ownerOf(await desk.answer(unfinished.id))?.respuesta === 'Rosa Leiva',
  )
  assert.equal(page.frames().at(-1)?.url(), `${origin}/cis/ver/${unfinished.id}`)
}

/** Fills in and sends a public form in a frame whose browser blocks the storage of third parties. */
async function answersWithoutStorage(page: Page, origin: string): Promise<void> {
  const frame = await embed(page, HOST, `${origin}/publico/contestar/${PUBLIC_FORM}`)
  await frame.getByText('Light out', { exact: true }).waitFor()
  assert.equal(await frame.locator('html').evaluate(storageRefused), true, 'the frame has no storage')
  await sendsPublicForm(page, frame, origin, 'Belgrano 1200')
}

/** Fills in and sends a form where any access to storage, locks or the worker throws. */
async function answersWhereNamingThrows(page: Page, origin: string): Promise<void> {
  await page.addInitScript(throwWhenNamed)
  await page.goto(`${origin}/publico/contestar/${PUBLIC_FORM}`)
  await sendsPublicForm(page, page, origin, 'Belgrano 1300')
}

/** Runs in the page before the app. */
function throwWhenNamed(): void {
  const get = (): never => {
    throw new Error('The operation is insecure.')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(globalThis, name, { configurable: true, get })
  for (const name of ['locks', 'serviceWorker', 'storage'])
    Object.defineProperty(navigator, name, { configurable: true, get })
}

async function sendsPublicForm(page: Page, form: Page | FrameLocator, origin: string, address: string): Promise<void> {
  const desk = await signInAs(ADMIN, origin)
  const before = new Set((await desk.answersOf(PUBLIC_FORM)).map(({ id }) => id))
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await form.getByText('Light out', { exact: true }).click()
  const danger = form.locator('[data-question]').filter({ hasText: 'Is there a danger of electrocution' })
  await danger.getByText('No', { exact: true }).click()
  await form.getByLabel('Address').fill(address)
  await form.getByRole('button', { name: /^Send/ }).click()
  await form.getByRole('heading', { name: 'The answer was registered' }).waitFor()
  const more = (await desk.answersOf(PUBLIC_FORM)).filter(({ id }) => !before.has(id))
  assert.deepEqual(
    more.map(({ ubicacion }) => ubicacion?.direccion),
    [address],
    'it arrived once',
  )
  assert.deepEqual(faults, [], 'nothing failed on the way')
}

/** Runs in the frame. */
function storageRefused(): boolean {
  const refuses = (read: () => unknown): boolean => {
    try {
      return read() === undefined
    } catch (error) {
      return error instanceof DOMException && error.name === 'SecurityError'
    }
  }
  return [() => localStorage, () => sessionStorage].every(refuses)
}

/** Requests a code for a user, as the host's server does. */
async function codeFor(origin: string, token: string, person: Pick<Person, 'email'> = INSPECTOR): Promise<string> {
  const reply = await fetch(`${origin}/api/v1/embed-codes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ username: person.email }),
  })
  assert.equal(reply.status, 200)
  return ((await reply.json()) as { readonly code: string }).code
}

/** Pages of other origins that record the frame's messages. */
async function hostPages(page: Page): Promise<void> {
  const body = `<!doctype html><title>Host</title><h1>Host</h1><script>
    globalThis.messages = []
    addEventListener('message', ({ origin, data }) => messages.push({ origin, ...data }))
  </script>`
  for (const host of [HOST, STRANGER])
    await page.context().route(`${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
}

/** Frames the address in a page of the host. @returns the frame */
async function embed(page: Page, host: string, address: string): Promise<FrameLocator> {
  await page.goto(`${host}/`)
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    frame.style.cssText = 'width: 1000px; height: 700px'
    document.body.append(frame)
  }, address)
  return page.frameLocator('iframe')
}

function messagesTo(page: Page): Promise<readonly FrameMessage[]> {
  return page.evaluate(() => (globalThis as unknown as { readonly messages: readonly FrameMessage[] }).messages)
}

/** Checks that the browser shows none of our pages in the frame. */
async function isNotFramed(page: Page, host: string, address: string): Promise<void> {
  const refused = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('frame-ancestors') || message.text().includes('X-Frame-Options'),
  })
  await embed(page, host, address)
  await refused
  const framed = page.frames().some((frame) => frame.url().startsWith(address))
  assert.ok(!framed, `${address} in ${host}`)
}
