import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type HistoryState,
  type RouteComponent,
} from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { vi } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import type { NudgeTopic } from '#domain/nudges/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Role } from '#domain/users/index.ts'
import type { SyncedArea, Profile } from '#domain/sync/index.ts'
import {
  openLocal,
  saveChange,
  writeMeta,
  type ChangeInput,
  type DraftedChangeFacts,
  type Local,
} from '#local/index.ts'
import { createSender, createTransport, type SyncOutcome } from '#sync/index.ts'
import { AccountProvider, Notices, setSessionPhase, type Account } from '#ui/index.ts'
import { DEVICE } from '../builders/submit.ts'
import { BEFORE } from '../builders/template.ts'
import { AUTHOR_PROFILE } from '../device/profile.ts'
import { mediaThat } from '../what-jsdom-lacks.ts'
import { receivePage } from '../device/pages.ts'

// A busy machine needs more time; a missing element still fails.
configure({ asyncUtilTimeout: 10_000 })

export type SentRequest = { readonly method: string; readonly path: string; readonly body: unknown }

type Given = {
  /** as in the route table */
  readonly path: string
  readonly screen: RouteComponent
  readonly role: Role
  readonly templates: readonly FormTemplate[]
  readonly areas: readonly SyncedArea[]
  /** default: the path */
  readonly address?: string
  /** state of the history entry */
  readonly state?: HistoryState
  /** other fields of the signed-in user's profile */
  readonly profile?: Partial<Profile>
  /** desktop width, with a list and its details side by side */
  readonly wide?: boolean
  /** phone width, where lists have their filters in a sheet */
  readonly phone?: boolean
  /** fills the device before the screen is opened */
  readonly fill?: (local: Local) => Promise<unknown>
  /** the server's reply; undefined: offline */
  readonly answer?: (asked: SentRequest) => Response | undefined
}

/** The media query of `useIsPhone`. */
const PHONE = '(max-width:36em),(max-device-width:36em),(max-device-height:36em) and (pointer:coarse)'
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

/** Opens a screen behind the sign-in like the app: on a device that has pulled, with a server provided by the test. */
export async function openScreen({
  path,
  screen,
  role,
  templates,
  areas,
  address = path,
  state,
  wide = false,
  phone = false,
  profile: known = {},
  fill = async () => undefined,
  answer = () => undefined,
}: Given) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('matchMedia', (query: string) => mediaThat(wide || (phone && query === PHONE))(query))
  const profile = { ...AUTHOR_PROFILE, role, areas: areas.map((area) => area.path), ...known }
  const local = openLocal(profile.id, { indexedDB: new IDBFactory(), IDBKeyRange })
  const page = {
    serverTime: BEFORE,
    cursor: 'c',
    scope: 's',
    reset: true,
    more: false,
    goneTemplates: [],
    answers: [],
    goneAnswers: [],
    held: [],
  }
  await receivePage(local, { ...page, profile, areas: [...areas], templates: [...templates] })
  await writeMeta(local, 'pulledAt', 1)
  await fill(local)
  setSessionPhase({ kind: 'authenticated', profile })

  const asked: SentRequest[] = []
  const sendNow = vi.fn(async (): Promise<SyncOutcome> => ({ kind: 'done', next: undefined }))
  const fetch = async (asking: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    const one = { method, path: asking, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined }
    asked.push(one)
    const response = answer(one)
    if (response === undefined) throw new TypeError('cut')
    return response
  }
  const transport = createTransport({
    fetch,
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: profile.id,
  })
  const listeners = new Set<Parameters<Account['onNews']>[0]>()
  const account = {
    local,
    ask: createSender(transport),
    onNews: (listener: Parameters<Account['onNews']>[0]) => void listeners.add(listener),
    device: DEVICE,
    sync: { sendNow, saved: sendNow },
    change: (answer: Answer, act: ChangeInput, drafted?: DraftedChangeFacts) => {
      void sendNow()
      return saveChange(local, { answer, act, more: drafted }, { device: DEVICE, now: () => Date.now(), random })
    },
  } as unknown as Account

  const root = createRootRoute()
  const route = createRoute({ getParentRoute: () => root, path, component: screen })
  const history = createMemoryHistory({ initialEntries: [address] })
  if (state !== undefined) history.replace(address, state)
  const router = createRouter({ routeTree: root.addChildren([route]), history })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={account}>
          <RouterProvider router={router as never} />
          <Notices />
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  await router.load()
  return {
    asked,
    local,
    sendNow,
    /** a nudge of the server */
    nudge: (topic: NudgeTopic) => listeners.forEach((listener) => listener([topic])),
    pathname: () => router.state.location.pathname,
    hash: () => router.state.location.hash,
    search: () => router.state.location.search as Readonly<Record<string, unknown>>,
    /** navigates like a link from elsewhere */
    goTo: (address: string) => router.navigate({ to: address as never }),
    /** number of presses of the browser's Back button that leave the app */
    depth: () => router.history.location.state.__TSR_index,
  }
}
