import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createFolderMailSender, NO_MAIL_SERVER } from '#connectors/mail.ts'
import { createMailFolderWriter } from './mail-folder.ts'

const MESSAGE = { to: { address: 'ines@relevo.example', name: 'Inés' }, subject: 'Hola', text: 'Un saludo' }
const folder = mkdtempSync(join(tmpdir(), 'relevo-mail-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('keeps a mail as a file of its own, which no one else may read; the same mail is the same file', async () => {
  const own = join(folder, 'mail')
  const send = createFolderMailSender(NO_MAIL_SERVER.from, createMailFolderWriter(own))
  for (const key of ['mail.send~A', 'mail.send~A', 'mail.send~../../B'])
    expect((await send(MESSAGE, key)).ok).toBe(true)
  expect(readdirSync(own).sort()).toEqual(['mail.send-..-..-B.eml', 'mail.send-A.eml'])
  expect([statSync(own).mode, statSync(join(own, 'mail.send-A.eml')).mode].map((mode) => mode & 0o077)).toEqual([0, 0])
  expect(readFileSync(join(own, 'mail.send-A.eml'), 'utf8')).toContain('Un saludo')
})
