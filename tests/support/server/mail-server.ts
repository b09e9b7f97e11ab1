import { SMTPServer } from 'smtp-server'

/** A mail server that accepts e-mails to every address except one. @returns its URL, and the accepted e-mails */
export async function startMailServer(host = '127.0.0.1') {
  const taken: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _, done) => done(address.startsWith('nadie') ? new Error('no such mailbox') : null),
    onData: (stream, _, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        taken.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}
