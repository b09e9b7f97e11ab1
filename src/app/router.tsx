import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type LocationRewrite,
} from '@tanstack/react-router'
import { ACCOUNT_ACCESS, requireSupervision, PUBLIC_ACCESS, requireRight, ACTION_RIGHTS } from '#domain/access/index.ts'
import { PREVIEW_PATH } from '#domain/preview/index.ts'
import { WELCOME_ACCESS, type RouteAccess, type PageFrame } from './access.ts'
import { loadAccount } from '#features/account/index.ts'
import { loadAnswerView, loadRequestScreen, loadHeldAnswer, loadPrintedAnswer } from '#features/answer-view/index.ts'
import { loadAudit } from '#features/audit/index.ts'
import { loadAnswering, loadChangeScreens, loadPreview } from '#features/answering/index.ts'
import { loadAreas } from '#features/areas/index.ts'
import { loadEvent } from '#features/door/index.ts'
import { loadFormEditor } from '#features/form-editor/index.ts'
import { loadFormsList } from '#features/forms-list/index.ts'
import { loadIntegrations } from '#features/integrations/index.ts'
import { NotFoundScreen } from '#features/not-found/index.ts'
import { loadPlaces } from '#features/places/index.ts'
import {
  loadFailedJobsScreen,
  loadDeletedAnswers,
  loadDevicesScreen,
  loadHeldListScreen,
  loadSupervisionStart,
  loadUnsettledCitizens,
} from '#features/supervision/index.ts'
import { loadGeneralStatistics } from '#features/statistics/index.ts'
import { loadSyncCentre } from '#features/sync-centre/index.ts'
import { loadUserRequestsScreen } from '#features/user-requests/index.ts'
import { loadUsersScreen } from '#features/users/index.ts'
import { withMessages } from '#ui/index.ts'
import { CrashScreen } from './crashed.tsx'
import { Root } from './root.tsx'
import {
  parseAdministrationSearch,
  parseAnsweringSearch,
  parseAnswersListSearch,
  parseAuditSearch,
  parseEditorSearch,
  parseFormAnswersSearch,
  parseFormsListSearch,
  parseHomeSearch,
  parseLoginSearch,
  parseMonthSearch,
  parseStatisticsSearch,
  parseCursorSearch,
} from './search-params.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly access?: RouteAccess
    readonly frame?: PageFrame
  }
  interface Register {
    readonly router: ReturnType<typeof createAppRouter>
  }
}

/*
 * All routes, each with its screen and access rule, which the shell checks with `can()`. Paths are from the
 * specification.
 */

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundScreen, errorComponent: CrashScreen })
const getParentRoute = () => root

/** Returns the options of a route whose screen is loaded on demand. */
function lazyScreen<Room extends Readonly<Record<string, unknown>>, Name extends keyof Room & string>(
  load: () => Promise<Room>,
  name: Name,
  access: RouteAccess,
  frame: PageFrame = 'shell',
) {
  return { getParentRoute, component: lazyRouteComponent(load, name), staticData: { access, frame } }
}

const loadSignIn = async () => withMessages('sign-in', import('#features/sign-in/index.ts'))

export const routes = [
  createRoute({ path: '/', ...lazyScreen(() => import('./where-left-off.tsx'), 'ResumeOrHome', ACCOUNT_ACCESS) }),
  createRoute({
    path: '/login',
    validateSearch: parseLoginSearch,
    ...lazyScreen(loadSignIn, 'SignInScreen', PUBLIC_ACCESS, 'bare'),
  }),
  createRoute({ path: '/sso/ir', ...lazyScreen(loadSignIn, 'SsoGoScreen', PUBLIC_ACCESS, 'bare') }),
  createRoute({ path: '/sso/retorno', ...lazyScreen(loadSignIn, 'SsoReturnScreen', PUBLIC_ACCESS, 'bare') }),
  createRoute({
    path: '/contrasena',
    ...lazyScreen(
      () => withMessages('set-password', import('#features/set-password/index.ts')),
      'SetPasswordScreen',
      PUBLIC_ACCESS,
      'bare',
    ),
  }),
  createRoute({
    path: '/actas/consultar',
    ...lazyScreen(
      () => withMessages('record-lookup', import('#features/record-lookup/index.ts')),
      'RecordLookupScreen',
      PUBLIC_ACCESS,
      'bare',
    ),
  }),
  createRoute({
    path: '/entradas/$formulario',
    ...lazyScreen(() => import('./door-screen.tsx'), 'DoorRoute', PUBLIC_ACCESS, 'bare'),
  }),
  createRoute({
    path: '/eventos/$formulario/{-$parte}',
    ...lazyScreen(loadEvent, 'EventScreen', requireRight(['read', 'door'], 'pago')),
  }),
  createRoute({ path: '/cuenta', ...lazyScreen(loadAccount, 'AccountScreen', ACCOUNT_ACCESS) }),
  createRoute({
    path: '/home',
    validateSearch: parseHomeSearch,
    ...lazyScreen(() => withMessages('home', import('#features/home/index.ts')), 'HomeScreen', WELCOME_ACCESS),
  }),
  createRoute({
    path: '/listar',
    validateSearch: parseFormsListSearch,
    ...lazyScreen(loadFormsList, 'FormsListScreen', requireRight('read', 'formulario')),
  }),
  createRoute({
    path: '/editar/$id/{-$tipo}',
    validateSearch: parseEditorSearch,
    ...lazyScreen(loadFormEditor, 'FormEditorScreen', requireRight('update', 'formulario'), 'task'),
  }),
  createRoute({
    path: '/contestar/$id',
    validateSearch: parseAnsweringSearch,
    ...lazyScreen(loadAnswering, 'AnsweringScreen', requireRight('create', 'respuesta'), 'task'),
  }),
  createRoute({
    path: '/contestar/$id/guardado/$answerId',
    ...lazyScreen(() => import('./saved-screen.tsx'), 'SavedRoute', requireRight('create', 'respuesta'), 'task'),
  }),
  // Public, because the preview shows only the form that it receives from the surrounding editor.
  createRoute({ path: PREVIEW_PATH, ...lazyScreen(loadPreview, 'PreviewScreen', PUBLIC_ACCESS, 'bare') }),
  createRoute({
    path: '/respuestas/listado/$id/{-$respuesta}',
    validateSearch: parseFormAnswersSearch,
    ...lazyScreen(
      () => withMessages('answers-list', import('./answers-screen.tsx')),
      'AnswersScreen',
      requireRight('read', 'respuesta'),
    ),
  }),
  createRoute({
    path: '/misRespuestas/$id',
    validateSearch: parseAnswersListSearch,
    ...lazyScreen(
      () => withMessages('answers-list', import('#features/answers-list/index.ts')),
      'OwnAnswersScreen',
      requireRight('read', 'respuesta'),
    ),
  }),
  createRoute({
    path: '/estadisticas/$id',
    validateSearch: parseStatisticsSearch,
    ...lazyScreen(
      () => withMessages('answers-list', import('./form-statistics.tsx')),
      'FormStatisticsRoute',
      requireRight('read', 'estadistica_formulario'),
    ),
  }),
  createRoute({
    path: '/estadisticas',
    validateSearch: parseMonthSearch,
    ...lazyScreen(loadGeneralStatistics, 'GeneralScreen', requireRight('read', 'estadistica_formulario')),
  }),
  createRoute({
    path: '/correctForm/$id',
    ...lazyScreen(loadChangeScreens, 'CorrectionScreen', requireRight(ACTION_RIGHTS.correct, 'respuesta'), 'task'),
  }),
  createRoute({
    path: '/respuestas/actualizar/$id',
    ...lazyScreen(loadChangeScreens, 'CompletionScreen', requireRight(ACTION_RIGHTS.edit, 'respuesta'), 'task'),
  }),
  createRoute({
    path: '/ver/$id',
    ...lazyScreen(loadAnswerView, 'AnswerViewScreen', requireRight('read', 'respuesta')),
  }),
  createRoute({
    path: '/ver/$id/observaciones',
    ...lazyScreen(loadRequestScreen, 'RequestScreen', requireRight(ACTION_RIGHTS.requestChanges, 'respuesta'), 'task'),
  }),
  createRoute({
    path: '/imprimir/$id',
    ...lazyScreen(loadPrintedAnswer, 'PrintScreen', requireRight('read', 'respuesta'), 'task'),
  }),
  createRoute({
    path: '/usuarios',
    validateSearch: parseAdministrationSearch,
    ...lazyScreen(loadUsersScreen, 'UsersScreen', requireRight('manage', 'usuario_municipio')),
  }),
  createRoute({
    path: '/areas',
    validateSearch: parseAdministrationSearch,
    ...lazyScreen(loadAreas, 'AreasScreen', requireRight('manage', 'usuario_municipio')),
  }),
  createRoute({
    path: '/supervision',
    ...lazyScreen(loadSupervisionStart, 'SupervisionStart', requireSupervision('any')),
  }),
  createRoute({
    path: '/supervision/retenidas',
    validateSearch: parseAnswersListSearch,
    ...lazyScreen(loadHeldListScreen, 'HeldListScreen', requireSupervision('held')),
  }),
  createRoute({
    path: '/supervision/retenidas/$id',
    ...lazyScreen(loadHeldAnswer, 'HeldAnswerScreen', requireSupervision('held')),
  }),
  createRoute({
    path: '/supervision/ciudadanos',
    validateSearch: parseCursorSearch,
    ...lazyScreen(loadUnsettledCitizens, 'UnsettledScreen', requireSupervision('held')),
  }),
  createRoute({
    path: '/supervision/eliminadas',
    validateSearch: parseAdministrationSearch,
    ...lazyScreen(loadDeletedAnswers, 'DeletedScreen', requireSupervision('deleted')),
  }),
  createRoute({
    path: '/supervision/dispositivos',
    ...lazyScreen(loadDevicesScreen, 'DevicesScreen', requireSupervision('devices')),
  }),
  createRoute({
    path: '/supervision/tareas',
    ...lazyScreen(loadFailedJobsScreen, 'FailedJobsScreen', requireSupervision('jobs')),
  }),
  createRoute({
    path: '/municipios',
    validateSearch: parseAdministrationSearch,
    ...lazyScreen(loadPlaces, 'MunicipalitiesScreen', requireRight('manage', 'usuario')),
  }),
  createRoute({
    path: '/municipios/$id',
    ...lazyScreen(loadPlaces, 'SettingsScreen', requireRight('manage', 'usuario_municipio'), 'task'),
  }),
  createRoute({
    path: '/municipios/$id/integraciones/{-$parte}',
    ...lazyScreen(loadIntegrations, 'IntegrationsScreen', requireRight('manage', 'usuario_municipio')),
  }),
  createRoute({
    path: '/municipios/$id/pagos',
    ...lazyScreen(loadPlaces, 'PaymentsScreen', requireRight('close', 'pago')),
  }),
  createRoute({
    path: '/pagos',
    validateSearch: parseAdministrationSearch,
    ...lazyScreen(loadPlaces, 'OrdersScreen', requireRight('read', 'pago')),
  }),
  createRoute({ path: '/paises', ...lazyScreen(loadPlaces, 'CountriesScreen', requireRight('manage', 'usuario')) }),
  createRoute({
    path: '/configuracion',
    ...lazyScreen(loadPlaces, 'RemoteConfigScreen', requireRight('manage', 'usuario')),
  }),
  createRoute({
    path: '/auditoria',
    validateSearch: parseAuditSearch,
    ...lazyScreen(loadAudit, 'AuditScreen', requireRight('manage', 'usuario_municipio')),
  }),
  createRoute({
    path: '/solicitudes',
    validateSearch: parseAdministrationSearch,
    ...lazyScreen(loadUserRequestsScreen, 'UserRequestsScreen', requireRight('manage', 'solicitud-usuario')),
  }),
  createRoute({
    path: '/primeros-pasos',
    ...lazyScreen(() => import('./first-steps-screen.tsx'), 'FirstStepsScreen', requireRight('manage', 'usuario')),
  }),
  createRoute({ path: '/sincronizacion', ...lazyScreen(loadSyncCentre, 'SyncCentreScreen', ACCOUNT_ACCESS) }),
  createRoute({
    path: '/404',
    getParentRoute,
    component: NotFoundScreen,
    staticData: { access: PUBLIC_ACCESS, frame: 'bare' },
  }),
] as const

/** @param rewrite maps screens to other URLs */
export function createAppRouter(rewrite?: LocationRewrite) {
  return createRouter({
    routeTree: root.addChildren(routes),
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...(rewrite === undefined ? {} : { rewrite }),
    defaultErrorComponent: CrashScreen,
    // Delays the loading indicator, because screens are usually cached on the device and a flash would distract.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
  })
}
