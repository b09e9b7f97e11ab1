import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { PREVIEW_PATH } from '#domain/preview/index.ts'
import { ACCOUNT, oversight, PUBLIC, right, WELCOME, type Access, type Frame } from './access.ts'
import { loadAnswerView, loadHeldAnswer } from '#features/answer-view/index.ts'
import { loadAnswering, loadPreview, loadSaved } from '#features/answering/index.ts'
import { loadFormEditor } from '#features/form-editor/index.ts'
import { loadFormsList } from '#features/forms-list/index.ts'
import { NotFound } from '#features/not-found/index.ts'
import { loadFailedJobs, loadFleet, loadHeldList, loadSupervisionStart } from '#features/supervision/index.ts'
import { loadSyncCentre } from '#features/sync-centre/index.ts'
import { Crashed } from './crashed.tsx'
import { Root } from './root.tsx'
import { answeringSearch, answersListSearch, formsListSearch, loginSearch } from './search-params.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly access?: Access
    readonly frame?: Frame
  }
  interface Register {
    readonly router: ReturnType<typeof createAppRouter>
  }
}

/*
 * The whole route table: address -> screen (its own file to download, with its words where it has its own) -> who may open it. The guard in guard.tsx asks
 * `can()` with exactly what stands here; addresses are the specification's.
 */

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Crashed })
const getParentRoute = () => root

const start = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./where-left-off.tsx'), 'WhereLeftOff'),
  staticData: { access: ACCOUNT, frame: 'shell' },
})

const login = createRoute({
  getParentRoute,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('#features/sign-in/index.ts'), 'SignInScreen'),
  staticData: { access: PUBLIC, frame: 'bare' },
})

const password = createRoute({
  getParentRoute,
  path: '/contrasena/$token',
  component: lazyRouteComponent(() => import('#features/set-password/index.ts'), 'SetPasswordScreen'),
  staticData: { access: PUBLIC, frame: 'bare' },
})

const home = createRoute({
  getParentRoute,
  path: '/home',
  component: lazyRouteComponent(() => import('#features/home/index.ts'), 'HomeScreen'),
  staticData: { access: WELCOME, frame: 'shell' },
})

const forms = createRoute({
  getParentRoute,
  path: '/listar',
  validateSearch: formsListSearch,
  component: lazyRouteComponent(loadFormsList, 'FormsListScreen'),
  staticData: { access: right('read', 'formulario'), frame: 'shell' },
})

const editor = createRoute({
  getParentRoute,
  path: '/editar/$id/{-$tipo}',
  component: lazyRouteComponent(loadFormEditor, 'FormEditorScreen'),
  staticData: { access: right('update', 'formulario'), frame: 'task' },
})

const answering = createRoute({
  getParentRoute,
  path: '/contestar/$id',
  validateSearch: answeringSearch,
  component: lazyRouteComponent(loadAnswering, 'AnsweringScreen'),
  staticData: { access: right('create', 'respuesta'), frame: 'task' },
})

const answered = createRoute({
  getParentRoute,
  path: '/contestar/$id/guardado/$answerId',
  component: lazyRouteComponent(loadSaved, 'SavedScreen'),
  staticData: { access: right('create', 'respuesta'), frame: 'task' },
})

// Only what the editor around its frame hands over: it needs nobody signed in.
const preview = createRoute({
  getParentRoute,
  path: PREVIEW_PATH,
  component: lazyRouteComponent(loadPreview, 'PreviewScreen'),
  staticData: { access: PUBLIC, frame: 'bare' },
})

const answers = createRoute({
  getParentRoute,
  path: '/respuestas/listado/$id/{-$respuesta}',
  validateSearch: answersListSearch,
  component: lazyRouteComponent(() => import('./answers-screen.tsx'), 'AnswersScreen'),
  staticData: { access: right('read', 'respuesta'), frame: 'shell' },
})

const ownAnswers = createRoute({
  getParentRoute,
  path: '/misRespuestas/$id',
  validateSearch: answersListSearch,
  component: lazyRouteComponent(() => import('#features/answers-list/index.ts'), 'OwnAnswersScreen'),
  staticData: { access: right('read', 'respuesta'), frame: 'shell' },
})

const answer = createRoute({
  getParentRoute,
  path: '/ver/$id',
  component: lazyRouteComponent(loadAnswerView, 'AnswerViewScreen'),
  staticData: { access: right('read', 'respuesta'), frame: 'shell' },
})

const supervision = createRoute({
  getParentRoute,
  path: '/supervision',
  component: lazyRouteComponent(loadSupervisionStart, 'SupervisionStart'),
  staticData: { access: oversight('any'), frame: 'shell' },
})

const heldList = createRoute({
  getParentRoute,
  path: '/supervision/retenidas',
  validateSearch: answersListSearch,
  component: lazyRouteComponent(loadHeldList, 'HeldListScreen'),
  staticData: { access: oversight('held'), frame: 'shell' },
})

const held = createRoute({
  getParentRoute,
  path: '/supervision/retenidas/$id',
  component: lazyRouteComponent(loadHeldAnswer, 'HeldAnswerScreen'),
  staticData: { access: oversight('held'), frame: 'shell' },
})

const fleet = createRoute({
  getParentRoute,
  path: '/supervision/dispositivos',
  component: lazyRouteComponent(loadFleet, 'FleetScreen'),
  staticData: { access: oversight('devices'), frame: 'shell' },
})

const failedJobs = createRoute({
  getParentRoute,
  path: '/supervision/tareas',
  component: lazyRouteComponent(loadFailedJobs, 'FailedJobsScreen'),
  staticData: { access: oversight('jobs'), frame: 'shell' },
})

const sync = createRoute({
  getParentRoute,
  path: '/sincronizacion',
  component: lazyRouteComponent(loadSyncCentre, 'SyncCentreScreen'),
  staticData: { access: ACCOUNT, frame: 'shell' },
})

const missing = createRoute({
  getParentRoute,
  path: '/404',
  component: NotFound,
  staticData: { access: PUBLIC, frame: 'bare' },
})

export const routes = [
  start,
  login,
  password,
  home,
  forms,
  editor,
  answering,
  answered,
  preview,
  answers,
  ownAnswers,
  answer,
  supervision,
  heldList,
  held,
  fleet,
  failedJobs,
  sync,
  missing,
] as const

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren(routes),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: Crashed,
    // Screens are on the device already; a flash of "loading" would only be noise.
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
  })
}
