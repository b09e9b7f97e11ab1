// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type TemplateDraft,
  templateDraftSchema,
  buildHeaderImageUrl,
  NO_LOCKS,
  toEditorForm,
} from '#domain/templates/index.ts'
import { sha256Schema, templateIdSchema } from '#domain/kernel/index.ts'
import { exportTemplate } from '#domain/template-file/index.ts'
import { AREA, buildTemplate, FOREIGN_AREA } from '#tests/support/builders/template.ts'
import { ReadingWorker } from '#tests/support/device/reading-worker.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { addProblemMessages, setSessionPhase, startTranslations } from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import { ExportImportDialog, ImportFormDialog } from './index.ts'
import { EDITOR_MESSAGES } from '../messages/problem-messages.ts'

addProblemMessages(EDITOR_MESSAGES)

const TEMPLATE = buildTemplate()
const DRAFT = templateDraftSchema.parse(TEMPLATE)
let keys = 0

beforeEach(async () => {
  await startTranslations()
  vi.stubGlobal('Worker', ReadingWorker)
  // jsdom has no layout
  setSessionPhase({ kind: 'authenticated', profile: { ...AUTHOR_PROFILE, areas: [AREA] } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(change: Partial<ToolProps> = {}, Opened: typeof ExportImportDialog = ExportImportDialog) {
  const replaced: TemplateDraft[] = []
  const onClose = vi.fn()
  const props: ToolProps = {
    id: templateIdSchema.parse('comercios'),
    form: toEditorForm(DRAFT, () => `k${(keys += 1)}`),
    saved: TEMPLATE,
    locks: NO_LOCKS,
    replace: (draft) => void replaced.push(draft),
    onClose,
    ...change,
  }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <Opened {...props} />
      </MantineProvider>
    </I18nProvider>,
  )
  const choose = (name: string, content: string): void => {
    fireEvent.change(screen.getByLabelText('File with a form'), { target: { files: [new File([content], name)] } })
  }
  return { replaced, onClose, choose }
}

it('for anyone who begins with a file there is only the file', async () => {
  open({}, ImportFormDialog)
  await screen.findByRole('dialog', { name: 'Form from a file' })
  expect(screen.queryByText('Export this form')).toBeNull()
  expect(screen.getByLabelText('File with a form')).toBeTruthy()
})

describe('importing', () => {
  it('shows what a table would become, and changes nothing until that is wanted', async () => {
    const { choose, replaced, onClose } = open()
    choose('obras.csv', 'type,name,label,relevant\ntext,a,Dueño,${b} = 1\naudio,c,Ruido,\n')
    await screen.findByRole('heading', { name: 'obras' }, { timeout: 10_000 })
    screen.getByText(/1 section.*1 question/)
    const lost = within(screen.getByRole('region', { name: 'Will not be imported' }))
    fireEvent.click(lost.getByText(/Types that Relevo does not support/))
    lost.getByText('Sheet survey, row 3: c')
    lost.getByText('${b} = 1')
    expect(replaced).toEqual([])

    fireEvent.click(screen.getByRole('button', { name: 'Use this form' }))
    // The area of the form in the editor is kept, because a table has no areas.
    expect(replaced).toMatchObject([
      { titulo: 'obras', areas: [AREA], secciones: [{ preguntas: [{ titulo: 'Dueño' }] }] },
    ])
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('takes a form that was exported here as it is', async () => {
    const { choose, replaced } = open()
    choose('comercios.relevo.json', exportTemplate(DRAFT))
    await screen.findByText('Everything in the file can be imported.')
    fireEvent.click(screen.getByRole('button', { name: 'Use this form' }))
    expect(replaced).toEqual([DRAFT])
  })

  it('leaves images and incident types with the form that has them, and keeps those of its own', async () => {
    const [own, other] = ['comercios', 'otra'].map((id) =>
      buildHeaderImageUrl(templateIdSchema.parse(id), sha256Schema.parse('a'.repeat(64))),
    )
    const tied = { ...DRAFT, muniCore: { areaId: '3', idTipoIncidente: '9' } }
    const { choose, replaced } = open({ form: toEditorForm(tied, () => `k${(keys += 1)}`) })
    choose('x.json', exportTemplate({ ...tied, headerImageURL: own }))
    await screen.findByText('Everything in the file can be imported.')
    expect(screen.queryByText(/Will not be imported:/)).toBeNull()
    choose(
      'y.json',
      exportTemplate({ ...tied, headerImageURL: other, muniCore: { areaId: '3', idTipoIncidente: '10' } }),
    )
    await screen.findByText(/^Will not be imported: header image and incident types/)
    fireEvent.click(screen.getByRole('button', { name: 'Use this form' }))
    expect(replaced[0]?.muniCore).toEqual({ areaId: '3' })
  })

  it('says what a form from elsewhere leaves there', async () => {
    const { choose, replaced } = open()
    choose('x.json', exportTemplate({ ...DRAFT, areas: [FOREIGN_AREA], headerImageURL: '/api/x.png' }))
    await screen.findByText(/areas you do not have access to and header image/)
    fireEvent.click(screen.getByRole('button', { name: 'Use this form' }))
    expect(replaced[0]?.areas).toEqual([AREA])
    expect(replaced[0]).not.toHaveProperty('headerImageURL')
  })

  it('says how many questions use what is not offered here, before saving would', async () => {
    const { choose, replaced } = open()
    const secciones = DRAFT.secciones.map((section) => ({
      ...section,
      preguntas: section.preguntas.map((question) => ({ ...question, adjuntarVideo: question.adjuntar })),
    }))
    choose('x.json', exportTemplate({ ...DRAFT, secciones }))
    await screen.findByText(/^2 questions use videos or combined fields, which are not available to you here/)
    fireEvent.click(screen.getByRole('button', { name: 'Use this form' }))
    expect(replaced[0]?.secciones[0]?.preguntas[7]?.adjuntarVideo).toBe(true)
    cleanup()
    const profile = {
      ...AUTHOR_PROFILE,
      areas: [AREA],
      municipality: { ...AUTHOR_PROFILE.municipality, videoAttachments: true },
    }
    setSessionPhase({ kind: 'authenticated', profile })
    const offered = open()
    offered.choose('x.json', exportTemplate({ ...DRAFT, secciones }))
    await screen.findByRole('button', { name: 'Use this form' })
    expect(screen.queryByText(/not available to you here/)).toBeNull()
  })

  it('says why a file is refused, and takes another', async () => {
    const { choose } = open()
    choose('foto.png', '\u0089PNG\u0000')
    await screen.findByText(/The file cannot be read/)
    choose('carta.csv', 'Estimado señor')
    await screen.findByText(/is not an XLSForm/)
    choose('obras.csv', 'type,name,label\ntext,a,A\n')
    await screen.findByRole('button', { name: 'Use this form' })
    expect(screen.queryByText(/is not an XLSForm/)).toBeNull()
  })

  it('is not offered where another window edits the form; taking it along is', () => {
    open({ replace: null })
    screen.getByText(/You are editing this form in another window/)
    expect(screen.queryByRole('button', { name: /Choose/ })).toBeNull()
  })

  it('is not offered for a form that has answers', () => {
    open({ locks: { ...NO_LOCKS, structure: true } })
    screen.getByText(/This form has answers/)
    expect(screen.queryByLabelText('File with a form')).toBeNull()
  })
})

it('exports what is in the editor', async () => {
  const saved: { name: string; content: Blob }[] = []
  vi.stubGlobal('URL', {
    createObjectURL: (content: Blob) => (saved.push({ name: '', content }), 'blob:x'),
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const last = saved.at(-1)
    if (last !== undefined) last.name = this.download
  })
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Export this form' }))
  expect(saved[0]?.name).toBe('inspeccion-de-comercios.relevo.json')
  expect(await saved[0]?.content.text()).toBe(exportTemplate(DRAFT))
})
