import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { ACCOUNT, oversight, PUBLIC, right, WELCOME, type Access, type Frame } from './access.ts'
import { NotFound } from '#features/not-found/index.ts'
import { Crashed } from './crashed.tsx'
import { PREVIEW_PATH } from './preview-path.ts'
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
 * The whole route table: address -> screen (its own file to download) -> who may open it. The guard in guard.tsx asks
 * `can()` with exactly what stands here; addresses are the specification's.
 */

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Crashed })
const getParentRoute = () => root

const start = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./start.tsx'), 'Start'),
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
  component: lazyRouteComponent(() => import('#features/forms-list/index.ts'), 'FormsListScreen'),
  staticData: { access: right('read', 'formulario'), frame: 'shell' },
})

const editor = createRoute({
  getParentRoute,
  path: '/editar/$id/{-$tipo}',
  component: lazyRouteComponent(() => import('#features/form-editor/index.ts'), 'FormEditorScreen'),
  staticData: { access: right('update', 'formulario'), frame: 'task' },
})

const answering = createRoute({
  getParentRoute,
  path: '/contestar/$id',
  validateSearch: answeringSearch,
  component: lazyRouteComponent(() => import('#features/answering/index.ts'), 'AnsweringScreen'),
  staticData: { access: right('create', 'respuesta'), frame: 'task' },
})

const answered = createRoute({
  getParentRoute,
  path: '/contestar/$id/guardado/$answerId',
  component: lazyRouteComponent(() => import('#features/answering/index.ts'), 'SavedScreen'),
  staticData: { access: right('create', 'respuesta'), frame: 'task' },
})

// Only what the editor around its frame hands over: it needs nobody signed in.
const preview = createRoute({
  getParentRoute,
  path: PREVIEW_PATH,
  component: lazyRouteComponent(() => import('#features/answering/index.ts'), 'PreviewScreen'),
  staticData: { access: PUBLIC, frame: 'bare' },
})

const answers = createRoute({
  getParentRoute,
  path: '/respuestas/listado/$id',
  validateSearch: answersListSearch,
  component: lazyRouteComponent(() => import('#features/answers-list/index.ts'), 'AnswersListScreen'),
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
  component: lazyRouteComponent(() => import('#features/answer-view/index.ts'), 'AnswerViewScreen'),
  staticData: { access: right('read', 'respuesta'), frame: 'shell' },
})

const supervision = createRoute({
  getParentRoute,
  path: '/supervision',
  component: lazyRouteComponent(() => import('#features/supervision/index.ts'), 'SupervisionStart'),
  staticData: { access: oversight('any'), frame: 'shell' },
})

const heldList = createRoute({
  getParentRoute,
  path: '/supervision/retenidas',
  validateSearch: answersListSearch,
  component: lazyRouteComponent(() => import('#features/supervision/index.ts'), 'HeldListScreen'),
  staticData: { access: oversight('held'), frame: 'shell' },
})

const held = createRoute({
  getParentRoute,
  path: '/supervision/retenidas/$id',
  component: lazyRouteComponent(() => import('#features/answer-view/index.ts'), 'HeldAnswerScreen'),
  staticData: { access: oversight('held'), frame: 'shell' },
})

const fleet = createRoute({
  getParentRoute,
  path: '/supervision/dispositivos',
  component: lazyRouteComponent(() => import('#features/supervision/index.ts'), 'FleetScreen'),
  staticData: { access: oversight('devices'), frame: 'shell' },
})

const failedJobs = createRoute({
  getParentRoute,
  path: '/supervision/tareas',
  component: lazyRouteComponent(() => import('#features/supervision/index.ts'), 'FailedJobsScreen'),
  staticData: { access: oversight('jobs'), frame: 'shell' },
})

const sync = createRoute({
  getParentRoute,
  path: '/sincronizacion',
  component: lazyRouteComponent(() => import('#features/sync-centre/index.ts'), 'SyncCentreScreen'),
  staticData: { access: ACCOUNT, frame: 'shell' },
})

const missing = createRoute({
  getParentRoute,
  path: '/404',
  component: NotFound,
  staticData: { access: PUBLIC, frame: 'bare' },
})

export const routes = [start, login, password, home, forms, editor, answering, answered, preview, answers, ownAnswers, answer, supervision, heldList, held, fleet, failedJobs, sync, missing] as const

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

