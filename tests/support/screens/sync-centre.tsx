import { openScreen } from './open-screen.tsx'
import { webcrypto } from 'node:crypto'
import { notifications, notificationsStore } from '@mantine/notifications'
import { act, cleanup, configure, fireEvent, screen, within } from '@testing-library/react'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { buildReference } from '#domain/codes/index.ts'
import { generateAnswerId, ok, type AnswerId } from '#domain/kernel/index.ts'
import type { SyncedArea, OutboxEntry, StoredReceipt } from '#domain/sync/index.ts'
import type { HeldResult } from '#domain/answers/index.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import { SyncCentreScreen } from '#features/sync-centre/sync-centre-screen.tsx'
import { saveAnswer, saveDraft, type CapturedFile, type Draft, type Local } from '#local/index.ts'
import { claimEntries, markQuarantined, storeReceipts } from '#local/sending.ts'
import { buildPlainSubmit, CLOCK } from '../builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '../builders/template.ts'
import { AUTHOR_PROFILE } from '../device/profile.ts'
import { receivePage } from '../device/pages.ts'

// Longer than default, because the machine may be busy.
configure({ asyncUtilTimeout: 10_000 })

const AREAS = [
  { path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' },
] as readonly SyncedArea[]
export const SCREEN = {
  path: '/sincronizacion',
  screen: SyncCentreScreen,
  role: 'ROLE_INSPECTOR',
  areas: AREAS,
  templates: [buildPlainTemplate({}, { titulo: 'Poda' })],
} as const
export const NOW = Date.parse(CLOCK)
export const BY = { email: 'sofia@relevo.example', username: 'sofia' }

/** Files passed to the browser for download, by name. */
export const downloads = new Map<string, Blob>()

/** Adds what jsdom lacks, around each test of the screen. */
export function stubBrowser(): void {
  beforeEach(() => {
    let link: Blob | undefined
    vi.stubGlobal('crypto', webcrypto)
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => ((link = blob), 'blob:x'),
        revokeObjectURL: () => undefined,
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (link !== undefined) downloads.set(this.download, link)
    })
  })
  afterEach(() => {
    cleanup()
    downloads.clear()
    notifications.clean()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'storage')
  })
}

export function open(fill: (local: Local) => Promise<unknown> = async () => undefined) {
  return openScreen({ ...SCREEN, fill })
}

/** Different numbers give different references. */
const idOf = (seed: number): AnswerId => generateAnswerId(new Uint8Array(16).fill(seed * 16))

/** Saves an answer on this device like the answering screen. */
export async function save(local: Local, seed: number, files: readonly CapturedFile[] = []): Promise<SubmitMutation> {
  const mutation = buildPlainSubmit(seed, `answer ${seed}`, {
    answer: idOf(seed),
    files: files.map((file) => file.claim),
  })
  expect(await saveAnswer(local, { mutation, files })).toEqual(ok(undefined))
  return mutation
}

/** Claims all waiting entries, like a runner. */
export function take(local: Local): Promise<readonly OutboxEntry[]> {
  return claimEntries(local, { now: NOW, limit: 10, characters: 1e9, kind: 'fresh', except: new Set(), hurry: false })
}

export async function saveRefused(
  local: Local,
  seed: number,
  files: readonly CapturedFile[] = [],
): Promise<SubmitMutation> {
  const submit = await save(local, seed, files)
  await take(local)
  await markQuarantined(local, submit.id, { code: 'template.missing' }, CLOCK)
  return submit
}

export async function saveHeld(local: Local, seed: number, outcome?: HeldResult['outcome']): Promise<SubmitMutation> {
  const submit = await save(local, seed)
  const reason = { code: 'answer.limit-reached' } as const
  await storeReceipts(local, [
    { id: submit.id, answer: submit.answer, status: 'held', reason, receivedAt: CLOCK, receipt: [] },
  ])
  if (outcome !== undefined) {
    const page = {
      serverTime: BEFORE,
      cursor: 'd',
      scope: 's',
      reset: false,
      more: false,
      profile: AUTHOR_PROFILE,
      areas: [],
      templates: [],
      goneTemplates: [],
      answers: [],
      goneAnswers: [],
    }
    await receivePage(local, {
      ...page,
      held: [{ answer: submit.answer, mutation: submit.id, reason, at: CLOCK, outcome }],
    })
  }
  return submit
}

export async function saveReceived(local: Local, seed: number): Promise<SubmitMutation> {
  const submit = await save(local, seed)
  const receipt: StoredReceipt = {
    id: submit.id,
    answer: submit.answer,
    status: 'applied',
    version: 1,
    code: `VIS${seed}`,
    receivedAt: CLOCK,
    receipt: [],
  }
  await storeReceipts(local, [receipt])
  return submit
}

export async function startDraft(local: Local, seed: number): Promise<Draft> {
  const { template, version, header, content } = buildPlainSubmit(seed)
  const id = idOf(seed)
  const draft: Draft = { id, template, version, header, content, startedAt: CLOCK, updatedAt: CLOCK }
  expect(await saveDraft(local, draft)).toEqual(ok(undefined))
  return draft
}

/** Makes a method of a table fail from now on. */
export function fail<T extends object>(table: T, method: keyof T) {
  return vi.spyOn(table as Record<string, () => never>, method as string).mockImplementation(() => {
    throw new Dexie.UnknownError('disk')
  })
}

export function listNamed(name: string): Promise<HTMLElement> {
  return screen.findByRole('list', { name })
}

/** The line of a list that shows this answer. */
export async function lineOf(list: string, id: AnswerId): Promise<HTMLElement> {
  const line = within(await listNamed(list))
    .getAllByRole('listitem')
    .find((item) => item.textContent.includes(buildReference(id)))
  if (line === undefined) throw new Error(`${list} does not show ${buildReference(id)}`)
  return line
}
/** Labels of the buttons in a line. */
export function offered(line: HTMLElement): readonly string[] {
  return [...line.querySelectorAll('a, button')].map((one) => one.textContent)
}

export function press(name: string | RegExp, place: HTMLElement = document.body): Promise<void> {
  return act(async () => void fireEvent.click(within(place).getByRole('button', { name })))
}

/** Notifications shown to the user, the latest last. */
export function notices(): readonly (readonly [tone: string, text: string])[] {
  return notificationsStore
    .getState()
    .notifications.map(({ 'data-tone': tone, message }) => [String(tone), typeof message === 'string' ? message : ''])
}
