import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { there } from '../../support/there.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { lookForCuts, TONGUES, type Fault } from '../support/look.ts'
import { plantAnswers } from '../support/plant-answers.ts'
import { signInAs } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { ADMIN, NOTE_FORM, SHOP_FORM } from '../support/town.ts'
import { test } from '../support/world.ts'
import { eventually } from '../support/waiting.ts'

const MANY = templateIdSchema.parse('inspeccion-local')
const PUBLIC = 'reclamo-alumbrado'
const PLACE = '/municipios/AR~cordoba~cordoba-capital'

/** Routes of the app that open without an account. */
const OPEN = ['/login', '/sso/ir', '/sso/retorno', '/contrasena#token', '/actas/consultar', '/vista-previa', '/404']
/** Pages of the public and of citizens. */
const APART = [
  `/publico/contestar/${PUBLIC}`,
  `/publico/guardado/${PUBLIC}/CBA1`,
  '/publico/contestar/no-hay',
  '/ciudadano/formularios/respuestas',
]
/** Pages of the server, which are only in its own languages. */
const WRITTEN = [
  '/publico/formularios',
  '/publico/formularios/AR/cordoba/cordoba-capital',
  '/publico/consultar-estado',
  '/pago',
  '/nada',
]

test('no text is cut, and nothing scrolls sideways, on any route: phone and desk, English, Spanish and longer texts', async ({
  world,
}) => {
  test.setTimeout(600_000)
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  const { page } = tablet
  const faults: Fault[] = []
  const visited: string[] = []
  const visit = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      // The parts of one screen keep its heading.
      await go(tablet, path, visited.length > 0 && !path.includes('/integraciones/'))
      visited.push(path)
      faults.push(...(await lookForCuts(page, nameOf(path), TONGUES)))
    }
    world.step(`${visited.length} routes, ${faults.length} faults`)
  }
  await visit(OPEN)
  await tablet.goTo('/login')
  await new SignInPage(page).signIn(ADMIN)
  await visit(['/listar'])
  const [planted] = await plantAnswers(tablet, ADMIN, { count: 1, batch: 'seen' })
  const answer = there((await (await signInAs(ADMIN, server.origin)).answersOf(MANY))[0]).id
  await visit([
    '/home',
    '/usuarios',
    '/areas',
    '/municipios',
    '/pagos',
    PLACE,
    `${PLACE}/pagos`,
    `${PLACE}/integraciones`,
    `${PLACE}/integraciones/webhooks`,
    `${PLACE}/integraciones/referencia`,
  ])
  await visit([
    '/paises',
    '/configuracion',
    '/auditoria',
    '/solicitudes',
    '/primeros-pasos',
    '/cuenta',
    '/sincronizacion',
  ])
  await visit(['/', '/estadisticas', `/estadisticas/${MANY}`, `/respuestas/listado/${MANY}`, `/misRespuestas/${MANY}`])
  await visit([`/ver/${answer}`, `/ver/${answer}/observaciones`, `/imprimir/${answer}`])
  await visit([`/correctForm/${answer}`, `/respuestas/actualizar/${answer}`, `/editar/${SHOP_FORM.id}/formulario`])
  await visit([
    `/contestar/${SHOP_FORM.id}`,
    `/contestar/${NOTE_FORM.id}/guardado/${planted}`,
    `/entradas/${NOTE_FORM.id}`,
    `/eventos/${NOTE_FORM.id}/personas`,
  ])
  await visit(['/supervision', '/supervision/ciudadanos', '/supervision/eliminadas', '/supervision/dispositivos'])
  await visit(['/supervision/tareas', '/supervision/retenidas'])
  const review = page.getByRole('link', { name: /^Review / })
  await visit([(await review.first().getAttribute('href')) ?? ''])
  const missing = (await routesOfApp()).filter((route) => !visited.some((path) => route.test(pathnameOf(path))))
  assert.deepEqual(missing, [], 'every route was visited')

  await forgetWorker(page)
  for (const path of [...APART, ...WRITTEN.flatMap((one) => [`${one}?lang=en`, `${one}?lang=es`])]) {
    await tablet.goTo(path)
    if (!path.includes('?lang')) await isRunning(page)
    await isOpen(page, path)
    faults.push(...(await lookForCuts(page, nameOf(path), path.includes('?lang') ? [undefined] : TONGUES)))
  }
  assert.deepEqual(faults, [])
})

/** Removes the worker of the app: that of the public would take over from it and reload the page. */
async function forgetWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((one) => one.unregister()))
  })
}

/** Waits until the app has taken over from the HTML of the server. */
async function isRunning(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__reactContainer$')),
  )
}

/** Opens a path and waits for its data. @param inPlace without loading the app again */
async function go(tablet: Tablet, path: string, inPlace: boolean): Promise<void> {
  const { page } = tablet
  if (inPlace) {
    await page.evaluate((to) => {
      document.querySelector('h1')?.setAttribute('data-left', '')
      history.pushState({}, '', to)
    }, path)
  } else await tablet.goTo(path)
  await isOpen(page, path)
}

async function isOpen(page: Page, path: string): Promise<void> {
  let quiet = 0
  await eventually(`${path} to be shown`, async () => {
    quiet = (await isShown(page)) ? quiet + 1 : 0
    return quiet > 1
  })
}

/** Whether the screen before is gone and nothing is loading. */
function isShown(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      document.querySelector('h1:not([data-left]), iframe, main p') !== null &&
      document.querySelector('h1[data-left], [aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root') ===
        null,
  )
}

/** The patterns of the routes of the app. */
async function routesOfApp(): Promise<readonly RegExp[]> {
  const table = await readFile('src/app/router.tsx', 'utf8')
  return [...table.matchAll(/path: '([^']+)'/g)].map(
    ([, path = '']) => new RegExp(`^${path.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')}$`),
  )
}

const pathnameOf = (path: string): string => path.replace(/[?#].*/, '')
const nameOf = (path: string): string => path.replaceAll(/\W+/g, '-')
