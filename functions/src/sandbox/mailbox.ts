import type { AddressInfo } from 'node:net'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { renderSandboxPage } from './sandbox-page.ts'

/** The folder of e-mails, and a function to add one. */
export type MailFolder = {
  readonly folder: string
  readonly keep: (name: string, bytes: Uint8Array) => Promise<void>
}

export type ReceivedMail = {
  readonly file: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[]
  readonly at: number
}

/** Maximum e-mails on the page, the newest. */
const MAX_SHOWN = 100
const MAX_MAIL_BYTES = 25 * 1024 * 1024

/** The e-mails of the folder, the newest first. */
export async function readMails({ folder }: Pick<MailFolder, 'folder'>): Promise<readonly ReceivedMail[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (file) => ({ file, at: (await stat(join(folder, file))).mtimeMs })),
  )
  const shownFiles = files.sort((a, b) => b.at - a.at || b.file.localeCompare(a.file)).slice(0, MAX_SHOWN)
  return Promise.all(
    shownFiles.map(async ({ file, at }) => {
      const {
        to = [],
        subject = '',
        text = '',
        attachments,
      } = await PostalMime.parse(await readFile(join(folder, file)))
      return {
        file,
        at,
        to: to.map(({ address }) => address ?? '').join(', '),
        subject,
        text,
        attachments: attachments.map(({ filename, mimeType, content }) => ({
          name: filename ?? '',
          type: mimeType,
          bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
        })),
      }
    }),
  )
}

/** A mail server that accepts everything and stores it in the folder. */
export async function startMailServer({ keep }: MailFolder): Promise<{ readonly url: string; close(): Promise<void> }> {
  let count = 0
  /** @returns the error, or undefined */
  async function received(stream: AsyncIterable<Buffer>): Promise<Error | undefined> {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      count += 1
      await keep(`${Date.now()}-${count}.eml`, Buffer.concat(chunks))
      return undefined
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MAIL_BYTES,
    // Refuses addresses that begin with `rebota@`, to show bounced e-mails.
    onRcptTo: ({ address }, _session, done) =>
      done(
        // Contains the address, as with real providers.
        address.startsWith('rebota@')
          ? Object.assign(new Error(`<${address}>: no such mailbox`), { responseCode: 550 })
          : null,
      ),
    onData: (stream, _session, reply) => void received(stream).then(reply),
  })
  // Ignores clients that disconnect.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const LINK_PATTERN = /https?:\/\/[^\s<>"]+/g

/** The page of e-mails, for the demonstration and for trials on one's own machine. */
export function createMailboxPage(mails: MailFolder): Hono {
  const pages = new Hono()
  pages.get('/:file/:index', (c) => buildAttachmentResponse(mails, c.req.param('file'), c.req.param('index')))
  return pages.get('/', async (c) => {
    const received = await readMails(mails)
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    c.header('cache-control', 'no-store')
    return c.html(
      renderSandboxPage(
        'Correo de la demostración',
        html`<p>Lo que Relevo envió desde esta máquina. No salió de ella.</p>
          ${received.length === 0 ? html`<p>Todavía no hay correos.</p>` : ''}
          ${received.map(
            ({ file, to, subject, text, at, attachments }) =>
              html`<article>
                <h2>${subject}</h2>
                <p>Para ${to} · <time>${new Date(at).toISOString()}</time></p>
                <p class="text">${renderTextWithLinks(text)}</p>
                ${attachments.map(
                  ({ name, bytes }, index) =>
                    html`<p>
                      <a href="mailbox/${encodeURIComponent(file)}/${String(index)}">${name}</a> · ${bytes.length} bytes
                    </p>`,
                )}
              </article>`,
          )}`,
      ),
    )
  })
}

/** An attachment as a download, never displayed, because its type is the e-mail's own claim. */
async function buildAttachmentResponse(mails: MailFolder, file: string, index: string): Promise<Response> {
  const found = (await readMails(mails)).find((mail) => mail.file === file)?.attachments[Number(index)]
  if (found === undefined) return new Response('404\n', { status: 404 })
  return new Response(Uint8Array.from(found.bytes), {
    headers: {
      'content-type': found.type === 'application/pdf' ? found.type : 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(found.name)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}

/** Escaped text with links. */
function renderTextWithLinks(text: string) {
  const parts: unknown[] = []
  let end = 0
  for (const { 0: link, index } of text.matchAll(LINK_PATTERN)) {
    parts.push(text.slice(end, index), html`<a href="${link}" rel="noreferrer">${link}</a>`)
    end = index + link.length
  }
  return html`${[...parts, text.slice(end)]}`
}
