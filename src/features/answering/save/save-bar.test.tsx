// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Citizen, citizenSchema } from '#domain/citizens/index.ts'
import { ok, type Address, type Sha256 } from '#domain/kernel/index.ts'
import { condition, question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { there } from '#tests/support/there.ts'
import { FormContextProvider } from '../form/form-context.ts'
import {
  addRow,
  offerUndo,
  setCondition,
  setHeader,
  setSectionOpen,
  updateSignature,
  setValue,
} from '../form/form-actions.ts'
import { createFormStore, type FormInitialState, type FormStore } from '../form/form-store.ts'
import { findMissingFormItems } from '../form/find-missing.ts'
import { CitizenBlock } from '../citizen/citizen-block.tsx'
import { SectionPanel } from '../sections/section-panel.tsx'
import type { AnsweringSession } from '../session.ts'
import { SignatureBlock } from '../signature/signature-block.tsx'
import { SaveBar } from './save-bar.tsx'
import { buildSendLabels } from './sending.tsx'

/** A user who saves too early sees one notice, the first missing part, and a link to the rest. */
beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => void setTimeout(run))
  const canvas = new Proxy({}, { get: () => () => undefined, set: () => true })
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => canvas })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const must = { required: true }
const SIGNED = [
  { indexSignature: 0, title: 'Owner', typeOfSignature: 'draw', tipeOfSignatory: 'citizen', required: true } as const,
]
const trees = section(1, [question(0, { ...must, titulo: 'Height' })], { repetible: true, nombreFila: 'tree' })

function open(change: object = {}, start: FormInitialState = {}, sends?: string) {
  const template = templateOf([section(0, [question(0, must), question(1), question(2, must)]), trees], change)
  const form = createFormStore(template, start)
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const idle = { kind: 'idle' }
  const save = vi.fn(async () => ok(undefined))
  const session = {
    form,
    files,
    save,
    journal: { subscribe: () => () => {}, status: () => idle },
    missing: () => findMissingFormItems(form),
  } as unknown as AnsweringSession
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files }}>
          {template.opcionales.ciudadano && <CitizenBlock />}
          {template.secciones.map((one, index) => (
            <SectionPanel key={one.orden} section={one} number={index + 1} />
          ))}
          {template.signatures.map((config) => (
            <SignatureBlock key={config.indexSignature} config={config} />
          ))}
          <SaveBar
            session={session}
            onSaved={() => undefined}
            sends={sends === undefined ? undefined : buildSendLabels(sends)}
          />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  return { form, save }
}

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })
const pressSave = () => act(async () => void fireEvent.click(button('Save answer')))
const focused = (): string | undefined => document.activeElement?.id
const type = (id: string, value: string): void =>
  void fireEvent.change(document.getElementById(id) ?? document.body, { target: { value } })
async function openList(count: string | RegExp = /^\d+ missing$/): Promise<HTMLElement> {
  fireEvent.click(button(count))
  return screen.findByRole('region', { name: 'Some required fields are missing.' })
}
const named = (list: HTMLElement): readonly string[] =>
  within(list)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

describe('a save that is refused', () => {
  it('says so and leads to the first thing that is missing; the list stays closed', async () => {
    const { save } = open()
    await pressSave()
    expect(screen.getByRole('alert').textContent).toBe('Some required fields are missing.')
    expect(focused()).toBe('q-0-0')
    expect(button('3 missing').getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('region', { name: 'Some required fields are missing.' })).toBeNull()
    expect(save).not.toHaveBeenCalled()
  })

  it('is news until work continues, and for six seconds at most; what is missing stays counted', async () => {
    vi.useFakeTimers()
    open()
    await pressSave()
    act(() => void vi.advanceTimersByTime(5_999))
    expect(screen.queryByRole('alert')).not.toBeNull()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.queryByRole('alert')).toBeNull()
    await pressSave()
    type('q-0-1', 'work goes on')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(button('3 missing')).toBeTruthy()
  })

  it('replaces the note about copied answers, and keeps the offer to undo a removal', async () => {
    const { form } = open()
    act(() => offerUndo(form, { what: { kind: 'start', answers: 1 }, run: () => undefined }))
    expect(await screen.findByText(/^1 answer copied\./)).toBeTruthy()
    await pressSave()
    expect(screen.queryByText(/^1 answer copied\./)).toBeNull()
    expect(screen.getByRole('alert').textContent).toBe('Some required fields are missing.')
    act(() => offerUndo(form, { what: { kind: 'signature' }, run: () => undefined }))
    await pressSave()
    expect(screen.getByText('Signature removed.')).toBeTruthy()
  })

  it('counts an invalid value of an optional question as one to correct, not as missing', async () => {
    const { save } = open({ secciones: [section(0, [question(0, { tipoDato: 2 })])] })
    type('q-0-0', '12a')
    await pressSave()
    expect(screen.getByRole('alert').textContent).toBe('Check that all the answers are valid')
    expect(focused()).toBe('q-0-0')
    fireEvent.click(button('1 to correct'))
    expect(await screen.findByRole('region', { name: 'Check that all the answers are valid' })).toBeTruthy()
    expect(save).not.toHaveBeenCalled()
  })

  it('leads on from one missing thing to the next, and saves when there is none', async () => {
    const { save } = open()
    await pressSave()
    type('q-0-0', 'a')
    fireEvent.click(button('Next missing'))
    expect(focused()).toBe('q-0-2')
    type('q-0-2', 'b')
    fireEvent.click(button('Next missing'))
    expect(focused()).toBe('q-1-0')
    await act(async () => type('q-1-0', 'c'))
    expect(screen.queryByRole('button', { name: 'Next missing' })).toBeNull()
    await pressSave()
    expect(save).toHaveBeenCalledOnce()
  })
})

describe('the first missing question is shown with its title', () => {
  const height = question(0, { ...must, titulo: 'Height' })
  const conditional = section(1, [], { conditionalSection: true, conditions: [condition(0, [height])] })
  const addTrees = (form: FormStore): void => {
    addRow(form, trees)
    addRow(form, trees)
    setValue(form, '1/0' as Address, { respuesta: '3' })
  }
  const tickCondition = (form: FormStore): void =>
    setCondition(form, conditional, there(conditional.conditions[0]), true)

  it.each([
    ['in a section that is closed', trees, () => undefined],
    ['in a row that is folded', trees, addTrees],
    ['of a condition', conditional, tickCondition],
  ] as const)('%s', async (_place, part, fill) => {
    const shown: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function keep(this: Element) {
      shown.push(this)
    })
    const { form } = open({ secciones: [part] })
    act(() => fill(form))
    for (const fold of screen.queryAllByRole('button', { name: /^Tree/, expanded: true })) fireEvent.click(fold)
    act(() => setSectionOpen(form, 1, false))
    expect(screen.queryByText('Height')).toBeNull()
    await pressSave()
    await vi.waitFor(() => expect(document.activeElement?.matches('[data-question] textarea')).toBe(true))
    const card = document.activeElement?.closest('[data-question]')
    expect(card?.textContent).toContain('Height')
    expect(shown).toContain(card)
  })
})

describe('the list of what is missing', () => {
  it('opens on demand with the focus in it, and leads to its places', async () => {
    open()
    await pressSave()
    const list = await openList()
    expect(screen.queryByRole('alert')).toBeNull()
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Section 0: Question 0'))
    fireEvent.click(within(list).getByText('Section 0: Question 2'))
    expect(screen.queryByRole('region', { name: 'Some required fields are missing.' })).toBeNull()
    await vi.waitFor(() => expect(focused()).toBe('q-0-2'))
  })

  it('closes with Escape, which gives the focus back, and automatically when work continues', async () => {
    open()
    await pressSave()
    fireEvent.keyDown(await openList(), { key: 'Escape' })
    expect(document.activeElement).toBe(button('3 missing'))
    await openList()
    await act(async () => type('q-0-1', 'x'))
    expect(screen.queryByRole('region', { name: 'Some required fields are missing.' })).toBeNull()
  })

  it('names a row as its section does, and says what is wrong with a value that is there', async () => {
    const { form } = open({ secciones: [section(0, [question(0, { ...must, tipoDato: 2 })]), trees] })
    act(() => void addRow(form, trees))
    type('q-0-0', '12a')
    await pressSave()
    expect(named(await openList('2 missing 1 to correct'))).toEqual([
      'Section 0: Question 0Answer with a valid whole number.',
      'Section 1: Height',
      'Section 1 (Tree 2): Height',
    ])
  })

  it('names each field of a citizen that is missing, and leads to it', async () => {
    const citizen: Citizen = citizenSchema.parse({ nombre: 'Ana' })
    const { form } = open({ opcionales: { ...templateOf([]).opcionales, ciudadano: true }, secciones: [trees] })
    act(() => setHeader(form, { citizen }))
    type('q-1-0', '3')
    await pressSave()
    expect(focused()).toBe('citizen-dni')
    expect(named(await openList())).toEqual(['Citizen: ID number', 'Citizen: Last name'])
    fireEvent.click(screen.getByText('Citizen: Last name'))
    await vi.waitFor(() => expect(focused()).toBe('citizen-apellido'))
  })
})

describe('a signature that is drawn', () => {
  it('without the name of who signs is reported as that name, and leads to the field that is empty', async () => {
    const image = 'a'.repeat(64) as Sha256
    const { form } = open({
      opcionales: { ...templateOf([]).opcionales, digitalSignature: true },
      signatures: SIGNED,
      secciones: [trees],
    })
    type('q-1-0', '3')
    await pressSave()
    expect(named(await openList())).toEqual(['Signature: Owner'])
    act(() => updateSignature(form, 0, { image, firstName: 'Ana' }))
    await pressSave()
    expect(named(await openList())).toEqual(['Signatory (Owner): Last name'])
    await pressSave()
    expect(focused()).toBe('signature-0-lastName')
    expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).not.toBe('true')
  })
})

describe('the button of a form that is sent', () => {
  it.each([
    ['what the author calls it', 'complaint', 'Send complaint'],
    ['that it is sent, where they call it nothing', ' ', 'Send'],
  ])('says %s', async (_, word, name) => {
    const { save } = open({}, {}, word)
    expect(screen.queryByRole('button', { name: 'Save answer' })).toBeNull()
    type('q-0-0', 'a')
    type('q-0-2', 'b')
    type('q-1-0', 'c')
    await act(async () => void fireEvent.click(button(name)))
    expect(save).toHaveBeenCalledOnce()
  })
})
