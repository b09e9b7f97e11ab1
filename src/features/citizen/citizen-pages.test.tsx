// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { generateMutationId, toInstant } from '#domain/kernel/index.ts'
import { storePublicForm, listDrafts, saveDraft, type Local } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { CitizenPages, type CitizenScreens, type VisitState } from './citizen-pages.tsx'

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

const at = toInstant(Date.UTC(2026, 10, 1))
const own = buildPlainSubmit(1, 'una luz')
const ROOMS: CitizenScreens = {
  Form: ({ left }) => <>{left}</>,
  Revision: ({ left }) => <>{left}</>,
  AnswerPage: ({ left }) => <>{left}</>,
}
const visitor = {
  name: 'Rosa Leiva',
  username: 'rosa',
  municipality: 'Villa Serena',
  isStored: true,
  leave: async () => undefined,
}

/** A draft of a correction of this answer, and one of a new answer. */
async function fill(local: Local): Promise<void> {
  const template = buildPlainTemplate()
  await storePublicForm(local, template, { codeHidden: false })
  const seen = { content: { values: {}, conditions: {}, rows: {} }, location: null }
  const change = {
    kind: 'answer.revise',
    mutation: generateMutationId(new Uint8Array(16)),
    base: 1,
    seen,
    decides: [],
  } as const
  const other = buildPlainSubmit(2, 'un bache')
  for (const { answer: id, header, content, ...rest } of [{ ...own, change }, other]) {
    const drafted = {
      id,
      template: template.id,
      version: template.version,
      header,
      content,
      startedAt: at,
      updatedAt: at,
    }
    await saveDraft(local, 'change' in rest ? { ...drafted, change } : drafted)
  }
}

/** Opens a URL like the link to one correction: such a session has no list of answers. */
async function open(address: string) {
  history.replaceState(null, '', address)
  const entrance = { kind: 'here', visitor, only: own.answer } as const
  return openScreen({
    path: '/citizen',
    screen: () => (
      <CitizenPages entrance={entrance} rooms={ROOMS} onAgain={() => undefined} around={(children) => children} />
    ),
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    fill,
  })
}

/** Opens the pages in this state of the visit. */
const enter = (entrance: VisitState) =>
  openScreen({
    path: '/citizen',
    screen: () => (
      <CitizenPages entrance={entrance} rooms={ROOMS} onAgain={() => undefined} around={(children) => children} />
    ),
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
  })

it.each([
  ['the correction', `/ciudadano/revision/${own.answer}`, 0],
  ['the answer', `/ciudadano/ver/${own.answer}`, 1],
])('offers the draft of a correction on the page of %s, to be read and discarded', async (_, address, goesOn) => {
  const { local } = await open(address)
  await screen.findByText('una luz')
  expect(screen.queryByRole('button', { name: 'My answers' })).toBeNull()
  expect(screen.queryByText('un bache')).toBeNull()
  expect(screen.queryAllByRole('button', { name: 'Continue' })).toHaveLength(goesOn)
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('una luz')).toBeNull())
  expect(await listDrafts(local)).toHaveLength(1)
})

it('offers what was begun on the page of its form', async () => {
  await open(`/ciudadano/contestar/${buildPlainTemplate().id}`)
  await screen.findByText('un bache')
  expect(screen.queryByText('una luz')).toBeNull()
})

it.each([
  ['waits', 1, 0],
  ['was refused', 0, 1],
  ['waits and what was refused', 1, 1],
])('promises after signing out to send what waits, and nothing else: what %s', async (_, waiting, refused) => {
  const entrance: VisitState = { kind: 'over', waiting, refused, drafts: 0, discard: async () => undefined }
  await enter(entrance)
  await screen.findByRole('heading', { name: 'Your session has ended' })
  expect(screen.queryAllByText(/is sent when you sign in again/)).toHaveLength(waiting)
  expect(screen.queryAllByText(/will not be sent again/)).toHaveLength(refused)
})

it('warns before the session ends, and only then', async () => {
  history.replaceState(null, '', `/ciudadano/contestar/${buildPlainTemplate().id}`)
  const show = async (isEnding?: true) => {
    const entrance: VisitState = { kind: 'here', visitor, ...(isEnding && { isEnding }) }
    await enter(entrance)
    return screen.findByRole('alert')
  }
  expect((await show()).textContent).toBe('')
  cleanup()
  expect((await show(true)).textContent).toMatch(/^Your session will end soon/)
})

it.each([
  [true, 1],
  [false, 0],
])('offers languages where a reload goes on with the session (%s)', async (isStored, menus) => {
  history.replaceState(null, '', `/ciudadano/contestar/${buildPlainTemplate().id}`)
  const entrance: VisitState = { kind: 'here', visitor: { ...visitor, isStored } }
  await enter(entrance)
  await screen.findByText('Rosa Leiva')
  expect(screen.queryAllByRole('combobox', { name: 'Language' })).toHaveLength(menus)
})
