// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { IDBFactory } from 'fake-indexeddb'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FormTemplate, type TemplateDraft, NO_LOCKS, toEditorForm } from '#domain/templates/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { openLocal } from '#local/index.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { type Account, AccountProvider, startTranslations } from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import { VersionsDialog } from './index.ts'

const asks = (...titles: readonly string[]) => [
  { orden: 0, titulo: 'Local', preguntas: titles.map((titulo, orden) => ({ orden, titulo, tipoPregunta: 1 })) },
]
const VERSIONS: readonly FormTemplate[] = [
  buildPlainTemplate({ version: 1 }, { titulo: 'Nota', secciones: asks('Nombre') }),
  buildPlainTemplate({ version: 2 }, { titulo: 'Nota', secciones: asks('Nombre', 'Dirección') }),
  buildPlainTemplate(
    { version: 3 },
    {
      titulo: 'Acta',
      tituloAlternativeLanguage_en: 'Record',
      opcionales: { publico: true },
      secciones: asks('Nombre', 'Dirección'),
    },
  ),
  buildPlainTemplate({ version: 4 }, { titulo: 'Acta', secciones: asks('Nombre', 'Dirección') }),
]
const lineOf = (version: number) => ({
  version,
  date: '2026-03-01T12:00:00.000Z',
  username: version === 1 ? null : 'ines',
})
let keys = 0

/** Two to a page. */
function pageOf(path: string, numbers: readonly number[]) {
  const before = Number(new URL(path, 'https://relevo.example').searchParams.get('before') ?? 9)
  const versions = numbers
    .filter((version) => version < before)
    .slice(0, 2)
    .map(lineOf)
  return { versions, more: (versions.at(-1)?.version ?? 1) > 1 }
}

beforeEach(async () => {
  await startTranslations()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(change: Partial<ToolProps> = {}, numbers: readonly number[] = [3, 2, 1]) {
  const asked: string[] = []
  const server = { reachable: true }
  const fetch = async (path: string): Promise<Response> => {
    asked.push(path)
    if (!server.reachable) throw new TypeError('cut')
    const version = /versions\/(\d+)$/.exec(path)?.[1]
    return version === undefined
      ? Response.json(pageOf(path, numbers))
      : Response.json({ template: VERSIONS[Number(version) - 1] })
  }
  const transport = createTransport({
    fetch,
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: AUTHOR_PROFILE.id,
  })
  // One object, as in the app: the server's replies are kept for it.
  const account = {
    ask: createSender(transport),
    onNews: () => undefined,
    local: openLocal(AUTHOR_PROFILE.id, { indexedDB: new IDBFactory() }),
  } as unknown as Account
  const replaced: TemplateDraft[] = []
  const onClose = vi.fn()
  const [, , newest = buildPlainTemplate()] = VERSIONS
  const props: ToolProps = {
    id: newest.id,
    form: toEditorForm({ ...newest, descripcion: 'typed and not saved' }, () => `k${(keys += 1)}`),
    saved: newest,
    locks: NO_LOCKS,
    replace: (draft) => void replaced.push(draft),
    onClose,
    ...change,
  }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={account}>
          <VersionsDialog {...props} />
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  const unfold = async (version: number): Promise<HTMLElement> => {
    const details = (await screen.findByText(`Version ${version}`)).closest('details')
    if (details === null) throw new Error('no version')
    details.open = true
    fireEvent(details, new Event('toggle'))
    return details
  }
  const lines = async (details: HTMLElement) =>
    (await within(details).findAllByRole('listitem')).map((line) => line.textContent)
  const earlier = async () => fireEvent.click(await screen.findByRole('button', { name: 'Show earlier versions' }))
  return { asked, server, replaced, onClose, unfold, lines, earlier }
}

describe('the history of a form', () => {
  it('says who saved what, and what each version changed', async () => {
    const { unfold, lines, earlier } = open()
    await screen.findByText('In use')
    expect(screen.getAllByText(/by ines/)).toHaveLength(2)
    expect(await lines(await unfold(2))).toEqual(['Added · Question “Dirección” · Section “Local”'])
    expect(await lines(await unfold(3))).toEqual([
      'Title · FormNota → Acta',
      'Public form · Formno → yes',
      'Title (English) · Formnothing → Record',
    ])
    await earlier()
    await unfold(1)
    await screen.findByText('The form was created with this version.')
  })

  it('compares a version with the one before it, although a restored backup has lost the number between', async () => {
    const { unfold, lines } = open({}, [4, 2, 1])
    expect(await lines(await unfold(4))).toEqual(['Title · FormNota → Acta'])
  })

  it('shows earlier ones when they are asked for, once each, and only the newest as in use', async () => {
    const { asked, server, earlier } = open()
    await screen.findByText('Version 2')
    expect(screen.queryByText('Version 1')).toBeNull()
    server.reachable = false
    await earlier()
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    server.reachable = true
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText('Version 1')
    expect(screen.getAllByText(/^Version \d$/).map(({ textContent }) => textContent)).toEqual([
      'Version 3',
      'Version 2',
      'Version 1',
    ])
    expect(screen.getAllByText('In use')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Show earlier versions' })).toBeNull()
    expect(asked.at(-1)).toMatch(/\/versions\?before=2$/)
  })

  it('compares a version with the editor, as it is there now', async () => {
    const { unfold } = open()
    const details = await unfold(2)
    fireEvent.click(await within(details).findByLabelText('Changes since this version'))
    within(details).getByText('typed and not saved')
  })

  it('puts an old version into the editor, where it has to be saved', async () => {
    const { unfold, earlier, replaced, onClose } = open()
    await earlier()
    fireEvent.click(await within(await unfold(1)).findByRole('button', { name: 'Restore version 1' }))
    expect(replaced).toEqual([VERSIONS[0]])
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('offers no way back to what is in use', async () => {
    const { unfold } = open()
    const details = await unfold(3)
    await within(details).findByLabelText('Changes in this version')
    expect(within(details).queryByRole('button', { name: /Restore/ })).toBeNull()
  })

  it('does not bring back other questions while there are answers', async () => {
    const { unfold, earlier } = open({ locks: { everything: false, structure: true, states: true, sale: false } })
    await earlier()
    const details = await unfold(1)
    await within(details).findByText(/This version cannot be restored/)
    expect(within(details).queryByRole('button', { name: /Restore/ })).toBeNull()
  })

  it('asks for each version once, and again when it could not be had', async () => {
    const { asked, server, unfold } = open()
    await screen.findByText('Version 3')
    server.reachable = false
    const details = await unfold(2)
    await within(details).findByText('Cannot reach the server')
    server.reachable = true
    fireEvent.click(within(details).getByRole('button', { name: 'Try again' }))
    await within(details).findByText(/Dirección/)
    await within(await unfold(3)).findByText(/Public form/)
    expect(asked.filter((path) => path.endsWith('/versions/2'))).toHaveLength(2)
  })

  it('says that there is none before the first save', () => {
    const { asked } = open({ saved: null })
    screen.getByText('This form has not been published yet.')
    expect(asked).toEqual([])
  })
})
