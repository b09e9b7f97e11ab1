import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type LocationRewrite,
} from '@tanstack/react-router'
import { ACCOUNT, oversight, PUBLIC, right, RIGHT_FOR_ACT } from '#domain/access/index.ts'
import { PREVIEW_PATH } from '#domain/preview/index.ts'
import { WELCOME, type RouteAccess, type PageFrame } from './access.ts'
import { loadAccount } from '#features/account/index.ts'
import { loadAnswerView, loadAskScreen, loadHeldAnswer, loadPrintedAnswer } from '#features/answer-view/index.ts'
import { loadAudit } from '#features/audit/index.ts'
import { loadAnswering, loadChange, loadPreview } from '#features/answering/index.ts'
import { loadAreas } from '#features/areas/index.ts'
import { loadEvent } from '#features/door/index.ts'
import { loadFormEditor } from '#features/form-editor/index.ts'
import { loadFormsList } from '#features/forms-list/index.ts'
import { loadIntegrations } from '#features/integrations/index.ts'
import { NotFound } from '#features/not-found/index.ts'
import { loadPlaces } from '#features/places/index.ts'
import {
  loadFailedJobs,
  loadDeleted,
  loadFleet,
  loadHeldList,
  loadSupervisionStart,
  loadUnsettled,
} from '#features/supervision/index.ts'
import { loadGeneralStatistics } from '#features/statistics/index.ts'
import { loadSyncCentre } from '#features/sync-centre/index.ts'
import { loadUserRequests } from '#features/user-requests/index.ts'
import { loadUsers } from '#features/users/index.ts'
import { withMessages } from '#ui/index.ts'
import { CrashScreen } from './crashed.tsx'
import { Root } from './root.tsx'
import {
  administrationSearch,
  answeringSearch,
  answersListSearch,
  auditSearch,
  editorSearch,
  formAnswersSearch,
  formsListSearch,
  homeSearch,
  loginSearch,
  monthSearch,
  statisticsSearch,
  cursorSearch,
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
 * All routes, each with its screen and access rule, which the guard checks with `can()`. Paths are from the
 * specification.
 */

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: CrashScreen })
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
  createRoute({ path: '/', ...lazyScreen(() => import('./where-left-off.tsx'), 'ResumeOrHome', ACCOUNT) }),
  createRoute({
    path: '/login',
    validateSearch: loginSearch,
    ...lazyScreen(loadSignIn, 'SignInScreen', PUBLIC, 'bare'),
  }),
  createRoute({
    path: '/sso/ir',
    ...lazyScreen(loadSignIn, 'SsoGoScreen', PUBLIC, 'bare'),
  }),
  createRoute({
    path: '/sso/retorno',
    ...lazyScreen(loadSignIn, 'SsoReturnScreen', PUBLIC, 'bare'),
  }),
  createRoute({
    path: '/contrasena',
    ...lazyScreen(
      () => withMessages('set-password', import('#features/set-password/index.ts')),
      'SetPasswordScreen',
      PUBLIC,
      'bare',
    ),
  }),
  createRoute({
    path: '/actas/consultar',
    ...lazyScreen(
      () => withMessages('record-lookup', import('#features/record-lookup/index.ts')),
      'RecordLookupScreen',
      PUBLIC,
      'bare',
    ),
  }),
  createRoute({
    path: '/entradas/$formulario',
    ...lazyScreen(() => import('./door-screen.tsx'), 'DoorRoute', PUBLIC, 'bare'),
  }),
  createRoute({
    path: '/eventos/$formulario/{-$parte}',
    ...lazyScreen(loadEvent, 'EventScreen', right(['read', 'door'], 'pago')),
  }),
  createRoute({ path: '/cuenta', ...lazyScreen(loadAccount, 'AccountScreen', ACCOUNT) }),
  createRoute({
    path: '/home',
    validateSearch: homeSearch,
    ...lazyScreen(() => withMessages('home', import('#features/home/index.ts')), 'HomeScreen', WELCOME),
  }),
  createRoute({
    path: '/listar',
    validateSearch: formsListSearch,
    ...lazyScreen(loadFormsList, 'FormsListScreen', right('read', 'formulario')),
  }),
  createRoute({
    path: '/editar/$id/{-$tipo}',
    validateSearch: editorSearch,
    ...lazyScreen(loadFormEditor, 'FormEditorScreen', right('update', 'formulario'), 'task'),
  }),
  createRoute({
    path: '/contestar/$id',
    validateSearch: answeringSearch,
    ...lazyScreen(loadAnswering, 'AnsweringScreen', right('create', 'respuesta'), 'task'),
  }),
  createRoute({
    path: '/contestar/$id/guardado/$answerId',
    ...lazyScreen(() => import('./saved-screen.tsx'), 'SavedRoute', right('create', 'respuesta'), 'task'),
  }),
  // Public, because the preview shows only the form that it receives from the surrounding editor.
  createRoute({ path: PREVIEW_PATH, ...lazyScreen(loadPreview, 'PreviewScreen', PUBLIC, 'bare') }),
  createRoute({
    path: '/respuestas/listado/$id/{-$respuesta}',
    validateSearch: formAnswersSearch,
    ...lazyScreen(
      () => withMessages('answers-list', import('./answers-screen.tsx')),
      'AnswersScreen',
      right('read', 'respuesta'),
    ),
  }),
  createRoute({
    path: '/misRespuestas/$id',
    validateSearch: answersListSearch,
    ...lazyScreen(
      () => withMessages('answers-list', import('#features/answers-list/index.ts')),
      'OwnAnswersScreen',
      right('read', 'respuesta'),
    ),
  }),
  createRoute({
    path: '/estadisticas/$id',
    validateSearch: statisticsSearch,
    ...lazyScreen(
      () => withMessages('answers-list', import('./form-statistics.tsx')),
      'FormStatisticsRoute',
      right('read', 'estadistica_formulario'),
    ),
  }),
  createRoute({
    path: '/estadisticas',
    validateSearch: monthSearch,
    ...lazyScreen(loadGeneralStatistics, 'GeneralScreen', right('read', 'estadistica_formulario')),
  }),
  createRoute({
    path: '/correctForm/$id',
    ...lazyScreen(loadChange, 'CorrectScreen', right(RIGHT_FOR_ACT.correct, 'respuesta'), 'task'),
  }),
  createRoute({
    path: '/respuestas/actualizar/$id',
    ...lazyScreen(loadChange, 'EditScreen', right(RIGHT_FOR_ACT.edit, 'respuesta'), 'task'),
  }),
  createRoute({ path: '/ver/$id', ...lazyScreen(loadAnswerView, 'AnswerViewScreen', right('read', 'respuesta')) }),
  createRoute({
    path: '/ver/$id/observaciones',
    ...lazyScreen(loadAskScreen, 'AskScreen', right(RIGHT_FOR_ACT.requestChanges, 'respuesta'), 'task'),
  }),
  createRoute({
    path: '/imprimir/$id',
    ...lazyScreen(loadPrintedAnswer, 'PrintScreen', right('read', 'respuesta'), 'task'),
  }),
  createRoute({
    path: '/usuarios',
    validateSearch: administrationSearch,
    ...lazyScreen(loadUsers, 'UsersScreen', right('manage', 'usuario_municipio')),
  }),
  createRoute({
    path: '/areas',
    validateSearch: administrationSearch,
    ...lazyScreen(loadAreas, 'AreasScreen', right('manage', 'usuario_municipio')),
  }),
  createRoute({ path: '/supervision', ...lazyScreen(loadSupervisionStart, 'SupervisionStart', oversight('any')) }),
  createRoute({
    path: '/supervision/retenidas',
    validateSearch: answersListSearch,
    ...lazyScreen(loadHeldList, 'HeldListScreen', oversight('held')),
  }),
  createRoute({
    path: '/supervision/retenidas/$id',
    ...lazyScreen(loadHeldAnswer, 'HeldAnswerScreen', oversight('held')),
  }),
  createRoute({
    path: '/supervision/ciudadanos',
    validateSearch: cursorSearch,
    ...lazyScreen(loadUnsettled, 'UnsettledScreen', oversight('held')),
  }),
  createRoute({
    path: '/supervision/eliminadas',
    validateSearch: administrationSearch,
    ...lazyScreen(loadDeleted, 'DeletedScreen', oversight('deleted')),
  }),
  createRoute({ path: '/supervision/dispositivos', ...lazyScreen(loadFleet, 'FleetScreen', oversight('devices')) }),
  createRoute({ path: '/supervision/tareas', ...lazyScreen(loadFailedJobs, 'FailedJobsScreen', oversight('jobs')) }),
  createRoute({
    path: '/municipios',
    validateSearch: administrationSearch,
    ...lazyScreen(loadPlaces, 'MunicipalitiesScreen', right('manage', 'usuario')),
  }),
  createRoute({
    path: '/municipios/$id',
    ...lazyScreen(loadPlaces, 'SettingsScreen', right('manage', 'usuario_municipio'), 'task'),
  }),
  createRoute({
    path: '/municipios/$id/integraciones/{-$parte}',
    ...lazyScreen(loadIntegrations, 'IntegrationsScreen', right('manage', 'usuario_municipio')),
  }),
  createRoute({
    path: '/municipios/$id/pagos',
    ...lazyScreen(loadPlaces, 'PaymentsScreen', right('close', 'pago')),
  }),
  createRoute({
    path: '/pagos',
    validateSearch: administrationSearch,
    ...lazyScreen(loadPlaces, 'OrdersScreen', right('read', 'pago')),
  }),
  createRoute({ path: '/paises', ...lazyScreen(loadPlaces, 'CountriesScreen', right('manage', 'usuario')) }),
  createRoute({
    path: '/configuracion',
    ...lazyScreen(loadPlaces, 'RemoteConfigScreen', right('manage', 'usuario')),
  }),
  createRoute({
    path: '/auditoria',
    validateSearch: auditSearch,
    ...lazyScreen(loadAudit, 'AuditScreen', right('manage', 'usuario_municipio')),
  }),
  createRoute({
    path: '/solicitudes',
    validateSearch: administrationSearch,
    ...lazyScreen(loadUserRequests, 'UserRequestsScreen', right('manage', 'solicitud-usuario')),
  }),
  createRoute({
    path: '/primeros-pasos',
    ...lazyScreen(() => import('./first-steps-screen.tsx'), 'FirstStepsScreen', right('manage', 'usuario')),
  }),
  createRoute({ path: '/sincronizacion', ...lazyScreen(loadSyncCentre, 'SyncCentreScreen', ACCOUNT) }),
  createRoute({ path: '/404', getParentRoute, component: NotFound, staticData: { access: PUBLIC, frame: 'bare' } }),
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
