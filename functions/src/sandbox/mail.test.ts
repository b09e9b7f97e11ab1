import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpSender } from '#connectors/mail.ts'
import { readMails } from './mailbox.ts'
import { startSandbox, type Sandbox } from './start.ts'

const FROM = { address: 'forms@example.org', name: 'Relevo' }
const MESSAGE = {
  to: { address: 'ines@relevo.example', name: 'Inés Ríos' },
  subject: 'Una contraseña nueva',
  text: 'Abra https://forms.example.org/contrasena/abc?x=1&y=2 <b>hoy</b>\n',
}
const folder = mkdtempSync(join(tmpdir(), 'relevo-mails-'))
const events: unknown[] = []
const deps = { failed: (facts: unknown) => void events.push(facts) }
let sandbox: Sandbox
let dead: Server | undefined
beforeAll(async () => {
  sandbox = await startSandbox({ folder, keep: async (name, bytes) => writeFileSync(join(folder, name), bytes) })
})
afterEach(() => dead?.close())
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})
const send = (message = MESSAGE, key = 'mail.send~A', url = sandbox.addresses.mail ?? '') =>
  createSmtpSender(deps, { url, from: FROM })(message, key)

describe('a mail over SMTP', () => {
  it('arrives as it was written, and is on the page of mails, with its link and nothing of it as markup', async () => {
    expect(await send()).toEqual({ ok: true, value: { id: '' } })
    const [mail] = await readMails({ folder })
    expect(mail).toMatchObject({ to: 'ines@relevo.example', subject: MESSAGE.subject })
    expect(mail?.text.trim()).toBe(MESSAGE.text.trim())
    const page = await (await fetch(sandbox.mailbox ?? '')).text()
    expect(page).toContain('href="https://forms.example.org/contrasena/abc?x=1&amp;y=2"')
    expect(page).toContain('&lt;b&gt;hoy&lt;/b&gt;')
  })

  it('brings what is attached, byte by byte, for saving and not for showing', async () => {
    const bytes = new Uint8Array([0, 13, 10, 0x25, 0x50, 0x44, 0x46, 255])
    const attachments = [{ name: 'acta"\r\nX-Forged: 1.pdf', type: 'text/html', bytes }]
    await createSmtpSender(deps, { url: sandbox.addresses.mail ?? '', from: FROM })(
      { ...MESSAGE, attachments },
      'mail.send~B',
    )
    const [mail] = await readMails({ folder })
    expect(mail?.attachments.map((one) => [...one.bytes])).toEqual([[...bytes]])
    const raw = readFileSync(join(folder, mail?.file ?? ''), 'utf8')
    expect(raw).not.toMatch(/^X-Forged/m)
    const response = await fetch(`${sandbox.mailbox}/${mail?.file}/0`)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect((await fetch(`${sandbox.mailbox}/${mail?.file}/1`)).status).toBe(404)
  })

  it.each([
    'a@relevo.example\r\nBcc: z@relevo.example',
    'a@relevo.example, z@relevo.example',
    '<z@relevo.example>',
    'a@b',
  ])('is refused for good for what is no single address: %j', async (address) => {
    const before = readdirSync(folder).length
    const sent = await send({ ...MESSAGE, to: { address, name: '' } })
    expect(sent).toMatchObject({ ok: false, problem: { code: 'mail.refused' }, isFinal: true })
    expect(readdirSync(folder)).toHaveLength(before)
  })

  it('has one recipient and the headers that it was given, whatever is in names and subject', async () => {
    const forged = 'x\r\nBcc: z@relevo.example\r\nX-Forged: 1\r\n\r\nbody'
    await send({ ...MESSAGE, subject: forged, to: { ...MESSAGE.to, name: forged } })
    const [mail] = await readMails({ folder })
    const { headers, bcc, text } = await PostalMime.parse(readFileSync(join(folder, mail?.file ?? '')))
    expect([bcc, headers.some(({ key }) => key === 'x-forged'), text?.trim()]).toEqual([
      undefined,
      false,
      MESSAGE.text.trim(),
    ])
  })

  it('is refused for good by a server that does not know the recipient, and tried again when no one answers', async () => {
    expect(await send({ ...MESSAGE, to: { address: 'rebota@relevo.example', name: '' } })).toMatchObject({
      problem: { code: 'mail.refused' },
      isFinal: true,
    })
    const gone = await send(MESSAGE, 'mail.send~B', 'smtp://127.0.0.1:1')
    expect(gone).toEqual({ ok: false, problem: { code: 'network.unreachable' } })
    dead = createServer((socket) => socket.end('554 go away\r\n'))
    await new Promise<void>((resolve) => dead?.listen(0, '127.0.0.1', resolve))
    const busy = await send(MESSAGE, 'mail.send~C', `smtp://127.0.0.1:${(dead.address() as AddressInfo).port}`)
    expect(busy).toEqual({ ok: false, problem: { code: 'network.unreachable' } })
    expect(events.length).toBeGreaterThan(2)
    // The server's log contains the reason, and no one's address.
    expect(JSON.stringify(events)).toContain('no such mailbox')
    expect(JSON.stringify(events)).not.toContain('relevo.example')
  })

  it.each([
    ['450 4.2.1 over quota', { isAnswered: true }],
    ['421 4.7.0 closing', {}],
  ])('is tried again after “%s”, which is said of one mail or of all', async (no, said) => {
    dead = createServer((socket) => {
      socket.write('220 here\r\n')
      socket.on('data', (line) => void socket.write(String(line).startsWith('RCPT') ? `${no}\r\n` : '250 ok\r\n'))
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => dead?.listen(0, '127.0.0.1', resolve))
    const sent = await send(MESSAGE, 'mail.send~D', `smtp://127.0.0.1:${(dead.address() as AddressInfo).port}`)
    expect(sent).toEqual({ ok: false, problem: { code: 'network.unreachable' }, ...said })
  })

  it('carries the same id when it is sent again, so that a mail program shows it once', async () => {
    const idOf = async () => {
      await send(MESSAGE, 'mail.send~01ABC')
      const [mail] = await readMails({ folder })
      return /^Message-ID: (.*)$/im.exec(readFileSync(join(folder, mail?.file ?? ''), 'utf8'))?.[1]?.trim()
    }
    expect([await idOf(), await idOf()]).toEqual(['<mail.send-01ABC@example.org>', '<mail.send-01ABC@example.org>'])
  })
})
