import { readFile } from 'node:fs/promises'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { NOTE_FORM, SHOP_FORM } from './town.ts'

/** Form of the demonstration with many answers. */
export const MANY = templateIdSchema.parse('inspeccion-local')
const PUBLIC = 'reclamo-alumbrado'
const PLACE = '/municipios/AR~cordoba~cordoba-capital'

/** Routes of the app that open without an account. */
export const OPEN = [
  '/login',
  '/sso/ir',
  '/sso/retorno',
  '/contrasena#token',
  '/actas/consultar',
  '/vista-previa',
  '/404',
]
/** Pages of the public and of citizens. */
export const APART = [
  `/publico/contestar/${PUBLIC}`,
  `/publico/guardado/${PUBLIC}/CBA1`,
  '/publico/contestar/no-hay',
  '/ciudadano/formularios/respuestas',
]
/** Pages of the server, which are only in its own languages. */
export const WRITTEN = [
  '/publico/formularios',
  '/publico/formularios/AR/cordoba/cordoba-capital',
  '/publico/consultar-estado',
  '/pago',
  '/nada',
].flatMap((path) => [`${path}?lang=en`, `${path}?lang=es`])

/** Routes of an administrator. The last one leads to a held answer. */
export const MANAGED = [
  '/listar',
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
  '/paises',
  '/configuracion',
  '/auditoria',
  '/solicitudes',
  '/primeros-pasos',
  '/cuenta',
  '/sincronizacion',
  '/',
  '/estadisticas',
  `/estadisticas/${MANY}`,
  `/respuestas/listado/${MANY}`,
  `/misRespuestas/${MANY}`,
  `/editar/${SHOP_FORM.id}/formulario`,
  `/contestar/${SHOP_FORM.id}`,
  `/entradas/${NOTE_FORM.id}`,
  `/eventos/${NOTE_FORM.id}/personas`,
  '/supervision',
  '/supervision/ciudadanos',
  '/supervision/eliminadas',
  '/supervision/dispositivos',
  '/supervision/tareas',
  '/supervision/retenidas',
]

/** Routes of one answer in the server. */
export function listAnswerRoutes(answer: string): readonly string[] {
  return [
    `/ver/${answer}`,
    `/ver/${answer}/observaciones`,
    `/imprimir/${answer}`,
    `/correctForm/${answer}`,
    `/respuestas/actualizar/${answer}`,
  ]
}

/** @returns the patterns of the app's routes that none of these addresses matches */
export async function findUnvisitedRoutes(visited: readonly string[]): Promise<readonly RegExp[]> {
  const table = await readFile('src/app/router.tsx', 'utf8')
  const patterns = [...table.matchAll(/path: '([^']+)'/g)].map(
    ([, path = '']) => new RegExp(`^${path.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')}$`),
  )
  return patterns.filter((route) => !visited.some((path) => route.test(path.replace(/[?#].*/, ''))))
}

/** Runs in the page: whether the screen before is gone and nothing is loading. */
export function isScreenShown(): boolean {
  return (
    document.querySelector('h1:not([data-left]), iframe, main p') !== null &&
    document.querySelector('h1[data-left], [aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root') === null
  )
}

/** Runs in the page: whether the app has taken over from the HTML of the server. */
export function isAppRunning(): boolean {
  return Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__reactContainer$'))
}
