// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MAX_IMPORT_LINES, type ImportedUserLine, type UserImportLine } from '#domain/users/index.ts'
import { addProblemMessages } from '#ui/index.ts'
import { USER_MESSAGES } from '../messages/problem-messages.ts'
import { ImportUsersDialog } from './import-dialog.tsx'

beforeAll(() => addProblemMessages(USER_MESSAGES))
afterEach(cleanup)

type Sent = { readonly dry: boolean; readonly lines: readonly UserImportLine[] }

/** @param judge the server's reply to the lines; undefined: offline */
async function openImport(judge: (sent: Sent, turn: number) => readonly ImportedUserLine[] | undefined) {
  const sent: Sent[] = []
  function Screen() {
    const [isOpen, setOpen] = useState(true)
    return isOpen ? <ImportUsersDialog onClose={() => setOpen(false)} /> : null
  }
  await openScreen({
    path: '/usuarios',
    screen: Screen,
    role: 'ROLE_ADMIN',
    areas: [],
    templates: [],
    answer: ({ body }) => {
      const one = body as Sent
      sent.push(one)
      const lines = judge(one, sent.length)
      return lines === undefined ? undefined : Response.json({ lines })
    },
  })
  return { sent, dialog: within(await screen.findByRole('dialog', { name: 'Import users' })) }
}

function choose(text: string) {
  const bytes = new TextEncoder().encode(text)
  const file = Object.assign(new File([text], 'users.csv', { type: 'text/csv' }), {
    arrayBuffer: async () => bytes.buffer,
  })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (input === null) throw new Error('There is no field for a file')
  fireEvent.change(input, { target: { files: [file] } })
}
const fileOf = (...names: readonly string[]) =>
  [
    'email,username,first_name,last_name,role,areas',
    ...names.map((name) => `${name}@relevo.example,${name},N,S,ROLE_INSPECTOR,Comercio`),
  ].join('\n')
const allCreated = ({ lines }: Sent): readonly ImportedUserLine[] =>
  lines.map(({ line }) => ({ line, kind: 'created' }))

describe('a file of users', () => {
  it('is shown line by line before anything is written, and written when someone says so', async () => {
    const { sent, dialog } = await openImport(({ lines: [nora, ines, olga, pablo] }) => [
      { line: nora?.line ?? 0, kind: 'created' },
      { line: ines?.line ?? 0, kind: 'changed', fields: ['roles', 'areas'] },
      { line: olga?.line ?? 0, kind: 'same' },
      { line: pablo?.line ?? 0, kind: 'refused', problem: { code: 'user.exists' } },
    ])
    choose(fileOf('nora', 'ines', 'olga', 'pablo', 'nora'))
    const table = within(await dialog.findByRole('table', { name: 'Lines of the file' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      'nora2N S · nora@relevo.exampleWill be created',
      'ines3N S · ines@relevo.exampleWill change: Role, Areas',
      'olga4N S · olga@relevo.exampleUnchanged',
      'pablo5N S · pablo@relevo.exampleThere is already a user with this username.',
      'nora6N S · nora@relevo.exampleAn earlier line of the file has the same username.',
    ])
    expect(dialog.getByText(/nothing has been saved yet/)).toBeTruthy()
    expect(sent.map(({ dry }) => dry)).toEqual([true])
    fireEvent.click(dialog.getByRole('button', { name: 'Save 2 users' }))
    await dialog.findByText(/Import finished/)
    expect(sent.map(({ dry }) => dry)).toEqual([true, false])
    expect(sent[1]?.lines).toEqual(sent[0]?.lines)
    expect(dialog.getByRole('row', { name: /^nora 2/ }).textContent).toMatch(/Created$/)
    expect(dialog.queryByRole('button', { name: /^Save/ })).toBeNull()
  })

  it('that is none is said to be none, and no one is asked', async () => {
    const { sent, dialog } = await openImport(allCreated)
    choose('colour,size\nred,3')
    await dialog.findByText(/This is not a file of users/)
    expect(sent).toEqual([])
  })

  it('with a quote that is not closed is said to have one, with its row', async () => {
    const { sent, dialog } = await openImport(allCreated)
    choose('email,username,last_name\na@relevo.example,ana,"Paz\nb@relevo.example,beto,Sosa')
    await dialog.findByText(/Row 2 has a quotation mark/)
    expect(sent).toEqual([])
  })

  it('with a cell that is too long, or an address that comes twice, has those lines refused and no others', async () => {
    const { sent, dialog } = await openImport(allCreated)
    choose(
      [
        'email,username,first_name,last_name',
        `ana@relevo.example,ana,${'A'.repeat(600)},Paz`,
        'beto@relevo.example,beto,Beto,Gómez',
        'Beto@relevo.example,beto2,Beto,Gómez',
      ].join('\n'),
    )
    const table = within(await dialog.findByRole('table', { name: 'Lines of the file' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.lastChild?.textContent)).toEqual([
      'One of the cells of this line is too long.',
      'Will be created',
      'An earlier line of the file has the same e-mail address.',
    ])
    expect(sent[0]?.lines.map(({ line }) => line)).toEqual([3])
  })

  it('names roles in the language of the reader, or by code', async () => {
    const { sent } = await openImport(allCreated)
    choose('email,username,role\na@x.gob,a1, senior SUPERVISOR\nb@x.gob,b1,ROLE_INSPECTOR\nc@x.gob,c1,King')
    await waitFor(() =>
      expect(sent[0]?.lines.map(({ role }) => role)).toEqual(['ROLE_SUPERVISOR_ELEVADO', 'ROLE_INSPECTOR', 'King']),
    )
  })

  it('begins with a template to download', async () => {
    const { dialog } = await openImport(allCreated)
    const saved: Blob[] = []
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) saved.push(blob)
      return 'blob:template'
    }
    URL.revokeObjectURL = () => undefined
    fireEvent.click(dialog.getByRole('button', { name: 'Download a template' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect((await saved[0]?.text())?.trim()).toBe('email,username,first_name,last_name,role,legajo,municipality,areas')
  })

  it('with an area that is not there is answered with its name', async () => {
    const { dialog } = await openImport(({ lines }) =>
      lines.map(({ line }) => ({ line, kind: 'refused', problem: { code: 'user.area-unknown' } })),
    )
    choose('email,username,areas\nnora@relevo.example,nora,Comerzio')
    await dialog.findByText('Unknown area, or several with this name: Comerzio')
  })

  it('in which nothing changes can only be closed', async () => {
    const { dialog } = await openImport(({ lines }) => lines.map(({ line }) => ({ line, kind: 'same' })))
    choose(fileOf('nora'))
    await dialog.findByText(/1 unchanged/)
    expect(dialog.queryByRole('button', { name: /^Save/ })).toBeNull()
  })

  it('of 500 goes batch by batch, and where the connection is lost it continues', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `nora${i}`)
    const stretches = Math.ceil(500 / MAX_IMPORT_LINES)
    // The connection fails while the second batch is written.
    const { sent, dialog } = await openImport((one, turn) => (turn === stretches + 2 ? undefined : allCreated(one)))
    choose(fileOf(...names))
    await dialog.findByText(/Lines: 500 of 500/)
    fireEvent.click(dialog.getByRole('button', { name: 'Save 500 users' }))
    await dialog.findByText(/The lines listed here are done/)
    expect(dialog.getByText(new RegExp(`Lines: ${MAX_IMPORT_LINES} of 500`))).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    await dialog.findByText(/Lines: 500 of 500/)
    const written = sent.filter(({ dry }) => !dry).flatMap(({ lines }) => lines.map(({ username }) => username))
    expect(new Set(written)).toEqual(new Set(names))
    expect(sent.every(({ lines }) => lines.length <= MAX_IMPORT_LINES)).toBe(true)
  })

  it('is not written on behind a dialog that was closed', async () => {
    const names = Array.from({ length: 3 * MAX_IMPORT_LINES }, (_, i) => `nora${i}`)
    const { sent, dialog } = await openImport((one) => {
      if (!one.dry) fireEvent.click(screen.getByRole('button', { name: 'Close' }))
      return allCreated(one)
    })
    choose(fileOf(...names))
    fireEvent.click(await dialog.findByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent.filter(({ dry }) => !dry)).toHaveLength(1)
  })
})
