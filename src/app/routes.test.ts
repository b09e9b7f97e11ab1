import { describe, expect, it } from 'vitest'
import { meetsAccessRule, requireRight, type Staff } from '#domain/access/index.ts'
import { ROLES, type Role } from '#domain/users/index.ts'
import { reachOf, type Deed } from '#tests/support/reviewing-roles.ts'
import type { RouteAccess } from './access.ts'
import { routes } from './router.tsx'

type Declared = { readonly path?: string; readonly staticData?: { readonly access?: RouteAccess } }

const access = new Map(
  routes.map(({ options }) => [(options as Declared).path, (options as Declared).staticData?.access]),
)
const actor = (role: Role): Staff => ({ kind: 'staff', role }) as Staff
const open = (path: string, kind: 'right' | 'oversight' = 'right'): readonly Role[] => {
  const rule = access.get(path)
  return rule?.kind === kind ? ROLES.filter((role) => meetsAccessRule(rule, actor(role))) : []
}

type Checked = { readonly path?: string; readonly validateSearch?: (raw: Record<string, unknown>) => object }
const searched = routes
  .map(({ options }) => options as Checked)
  .flatMap(({ path = '', validateSearch }) => (validateSearch === undefined ? [] : [[path, validateSearch] as const]))
const NAMES =
  'volver motivo nombre municipio area pagina respuesta copiar codigo dni estado dia desde hasta por espera orden filas vista zona autor columnas despues antes tipo numero borrador citizenHash usuario acto buscar extra'.split(
    ' ',
  )

describe('what is behind the question mark', () => {
  it.each(searched)('of %s reaches its screen only as text or as the number of a page', (_path, check) => {
    for (const value of [{ a: 1 }, [1], true, null, 1, Number.NaN, 'x'.repeat(5000)]) {
      const raw = Object.fromEntries(NAMES.map((name) => [name, value]))
      // Like the router: validated values override the raw ones.
      const reached = Object.entries({ ...raw, ...check(raw) }).filter(([, one]) => one !== undefined)
      const strange = reached.filter(([name, one]) => typeof one !== (name === 'pagina' ? 'number' : 'string'))
      expect([strange, reached.filter(([, one]) => JSON.stringify(one).length > 2002)]).toEqual([[], []])
    }
  })

  it('of a list says which questions are columns', () => {
    const list = new Map(searched).get('/respuestas/listado/$id/{-$respuesta}')
    expect(list?.({ columnas: 1 })).toMatchObject({ columnas: '1' })
  })
})

describe('route table', () => {
  it('says for each address who may open it', () => {
    expect([...access].filter(([, rule]) => rule === undefined).map(([path]) => path)).toEqual([])
  })

  it('leaves only sign-in, single sign-on, the one-time link, the look-up of records, the door of an event, which judges by its link or session, the empty frame of a preview and the 404 page open to everybody', () => {
    expect([...access].filter(([, rule]) => rule?.kind === 'public').map(([path]) => path)).toEqual([
      '/login',
      '/sso/ir',
      '/sso/retorno',
      '/contrasena',
      '/actas/consultar',
      '/entradas/$formulario',
      '/vista-previa',
      '/404',
    ])
  })

  it('asks the rights of the specification', () => {
    expect(access.get('/listar')).toEqual(requireRight('read', 'formulario'))
    expect(access.get('/editar/$id/{-$tipo}')).toEqual(requireRight('update', 'formulario'))
    expect(access.get('/contestar/$id')).toEqual(requireRight('create', 'respuesta'))
    expect(access.get('/respuestas/listado/$id/{-$respuesta}')).toEqual(requireRight('read', 'respuesta'))
    expect(access.get('/ver/$id')).toEqual(requireRight('read', 'respuesta'))
    expect(access.get('/correctForm/$id')).toEqual(requireRight('correct', 'respuesta'))
    expect(access.get('/ver/$id/observaciones')).toEqual(requireRight('correct', 'respuesta'))
    expect(access.get('/respuestas/actualizar/$id')).toEqual(requireRight('complete', 'respuesta'))
  })

  it.each<readonly [string, Deed]>([
    ['/respuestas/listado/$id/{-$respuesta}', 'read'],
    ['/misRespuestas/$id', 'read'],
    ['/ver/$id', 'read'],
    ['/imprimir/$id', 'read'],
    ['/respuestas/actualizar/$id', 'complete'],
    ['/correctForm/$id', 'correct'],
    ['/ver/$id/observaciones', 'ask'],
  ])('opens %s to whom the table of reviewing allows to %s any answer', (path, deed) => {
    expect(open(path)).toEqual(ROLES.filter((role) => reachOf(role, deed) !== '-'))
  })

  it('opens the supervision to those who look after the work of others', () => {
    const mayOpen = (path: string) => open(path, 'oversight')
    expect(mayOpen('/supervision/tareas')).toEqual(['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO'])
    expect(mayOpen('/supervision/dispositivos')).toEqual(
      ROLES.filter((role) => role === 'ROLE_ADMIN' || role.startsWith('ROLE_SUPERVISOR')),
    )
    expect(mayOpen('/supervision/retenidas')).toEqual(mayOpen('/supervision/retenidas/$id'))
    const correctors = [
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
      'ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR',
      'ROLE_SUPERVISOR_CORRECTOR',
      'ROLE_INSPECTOR_ELEVADO_CORRECTOR',
    ]
    expect(mayOpen('/supervision/retenidas').toSorted()).toEqual(correctors.toSorted())
  })

  it('opens the form editor to the roles that create or update forms (part 2, point 6)', () => {
    const builders = [
      'ROLE_ADMIN',
      'ROLE_SUPERVISOR_ELEVADO',
      'ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR',
      'ROLE_SUPERVISOR_CORRECTOR',
      'ROLE_SUPERVISOR_DUPLICADOR',
      'ROLE_SUPERVISOR',
      'ROLE_GENERADOR',
    ]
    expect(open('/editar/$id/{-$tipo}').toSorted()).toEqual(builders.toSorted())
  })

  it('keeps ROLE_GENERADOR, who only builds forms, from answers', () => {
    expect(open('/listar')).toEqual([...ROLES])
    for (const path of ['/respuestas/listado/$id/{-$respuesta}', '/ver/$id', '/imprimir/$id']) {
      expect(open(path)).toEqual(ROLES.filter((role) => role !== 'ROLE_GENERADOR'))
    }
    // The treasury reads answers.
    expect(open('/contestar/$id')).toEqual(
      ROLES.filter((role) => role !== 'ROLE_GENERADOR' && role !== 'ROLE_TESORERIA'),
    )
  })

  it('opens the orders to supervisors and the treasury, and the payments of a municipality to those who close', () => {
    const supervisors = ROLES.filter((role) => role.startsWith('ROLE_SUPERVISOR'))
    expect(open('/pagos')).toEqual(['ROLE_ADMIN', ...supervisors, 'ROLE_TESORERIA'])
    expect(open('/municipios/$id/pagos')).toEqual(['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_TESORERIA'])
  })
})
