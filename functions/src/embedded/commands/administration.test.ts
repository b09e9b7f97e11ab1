import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScryptHasher } from '#core/index.ts'
import { set, unitForKeys, type Key } from '#domain/store/index.ts'
import { startMailServer } from '#tests/support/server/mail-server.ts'
import { runHere, spawnCommand } from '#tests/support/server/filled-folder.ts'
import { type RunningServer, startServer } from '../server.ts'
import { switchToServerAccount } from './server-account.ts'

const passwords = createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 })
const NEW_PASSWORD = 'a lantern over the harbour'
let data: string
let running: RunningServer | undefined

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'relevo-command-'))
})
afterEach(async () => {
  await running?.close(0)
  running = undefined
  rmSync(data, { recursive: true, force: true })
})

async function start(more: { readonly metricsToken?: string } = {}): Promise<RunningServer> {
  const options = { port: 0, host: '127.0.0.1', dataDir: data, firstStart: 'administrator', passwords } as const
  running = await startServer({ ...options, ...more, adminEmail: 'ana@example.org' })
  return running
}

const ask = (url: string, method: string, path: string, body: object) =>
  fetch(`${url}/api${path}`, {
    method,
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const signIn = (url: string) => ask(url, 'POST', '/session', { email: 'ana@example.org', password: NEW_PASSWORD })

describe('reset-administrator', () => {
  it('gives a link that sets a password once, for an account that was deactivated and has lost its second factor', async () => {
    const server = await start()
    const user = await server.ports.store.get('usuarios/admin' as Key)
    const writes = [
      set('usuarios/admin' as Key, { ...user, deactivatedAt: '2026-01-01T00:00:00.000Z' } as never),
      set('factors/admin' as Key, { factors: [{ id: 'lost', kind: 'app' }], recovery: [], recoveryAt: '' } as never),
    ]
    await server.ports.store.commit(unitForKeys([], () => ({ result: true, writes })))
    expect((await runHere('reset-administrator', ['ana@example.org'], { DATA_DIR: data })).said).toContain(
      'Stop it first',
    )
    await server.close(0)

    const env = { DATA_DIR: data, ORIGIN: 'https://forms.example.org' }
    expect((await runHere('reset-administrator', [], env)).said).toContain('Name one of these administrators: ana@')
    const { code, said } = await runHere('reset-administrator', ['Ana@Example.org'], env)
    expect(code).toBe(0)
    const [, token = ''] = /^https:\/\/forms\.example\.org\/contrasena#(\S+)$/m.exec(said) ?? []

    const { url, ports } = await start()
    const reset = () => ask(url, 'POST', '/password', { token, password: NEW_PASSWORD, language: 'es' })
    const done = await reset()
    expect([done.status < 300, (await reset()).status < 300]).toEqual([true, false])
    expect((await signIn(url)).status).toBe(200)
    expect(await ports.store.get('factors/admin' as Key)).toBeUndefined()
    const logged = await ports.store.query({ collection: 'audit', limit: 10 })
    expect(logged.map(({ document }) => document['from'])).toContain('reset-administrator')
    expect(readFileSync(join(data, 'ended'), 'utf8')).toContain('factors/admin')
  }, 30_000)

  it('keeps the marker of a damaged database, so that the next start checks it', async () => {
    await (await start()).close(0)
    const database = new DatabaseSync(join(data, 'relevo.sqlite'))
    database.exec(`UPDATE docs_usuarios SET body = '{'`)
    database.close()
    expect((await runHere('reset-administrator', ['ana@example.org'], { DATA_DIR: data })).code).toBe(1)
    expect(existsSync(join(data, 'open'))).toBe(true)
  })

  it('names no other account', async () => {
    await (await start()).close(0)
    const { code, said } = await runHere('reset-administrator', ['inspector'], { DATA_DIR: data })
    expect([code, said]).toEqual([1, 'Name one of these administrators: ana@example.org'])
  })
})

describe('a command that root runs', () => {
  it.skipIf(process.getuid?.() !== 0)(
    'has the settings of the service, and the account of the data folder',
    async () => {
      await (await start()).close(0)
      const settings = join(data, 'relevo.env')
      writeFileSync(settings, `DATA_DIR=${data}\nORIGIN=https://forms.example.org\n`, { mode: 0o600 })
      const account = 65_534
      const backups = mkdtempSync(join(tmpdir(), 'relevo-account-'))
      for (const path of [backups, data, ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
        chownSync(resolve(data, path), account, account)
      chownSync(settings, 0, 0)
      const { code, said } = await spawnCommand('backup', [backups], { RELEVO_ENV: settings }).ended
      expect([code, said]).toEqual([0, expect.stringContaining('Backup ')])
      rmSync(backups, { recursive: true, force: true })
      const link = await spawnCommand('reset-administrator', ['ana@example.org'], { RELEVO_ENV: settings }).ended
      expect(link.said).toContain('https://forms.example.org/contrasena#')
      const owners = readdirSync(data)
        .filter((name) => name !== 'relevo.env')
        .map((name) => statSync(join(data, name)).uid)
      expect(new Set(owners)).toEqual(new Set([account]))
      chownSync(join(data, 'ended'), 0, 0)
      const refused = await spawnCommand('doctor', [], { RELEVO_ENV: settings }).ended
      expect(refused.said).toMatch(/^error +data folder +EACCES: permission denied, access '.*ended' \(for uid 65534;/m)
      expect((await spawnCommand('verify', [], { RELEVO_ENV: settings }).ended).said).toContain('(for uid 65534;')
    },
    120_000,
  )
})

describe('a command that another account runs', () => {
  it.each([
    [{}, "Run this command as root, which reads the server's settings in"],
    [{ DATA_DIR: '/data' }, undefined],
    [{ RELEVO_ENV: '/none' }, undefined],
  ])('is refused where it would not find the data folder: %j', (env, refusal) => {
    const settings = join(data, 'relevo.env')
    writeFileSync(settings, '')
    const account = { env: { RELEVO_ENV: settings, ...env }, getuid: () => 1000, loadEnvFile: () => undefined }
    expect(switchToServerAccount(account)).toEqual(refusal && `${refusal} ${settings}.`)
  })
})

describe('send-test-mail', () => {
  it('sends one, and reports a refusal, a server that is not there and missing settings', async () => {
    const mail = await startMailServer()
    const env = { SMTP_URL: mail.url, MAIL_FROM: 'Relevo <forms@example.org>' }
    expect((await runHere('send-test-mail', ['ana@example.org'], env)).code).toBe(0)
    expect(mail.taken.join()).toMatch(/^To: ana@example\.org\r?$/m)
    const refused = await runHere('send-test-mail', ['nadie@example.org'], env)
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('no such mailbox')])
    await mail.close()
    expect(await runHere('send-test-mail', ['ana@example.org'], env)).toMatchObject({
      code: 1,
      said: expect.stringContaining('ECONNREFUSED'),
    })
    expect((await runHere('send-test-mail', ['ana@example.org'])).said).toContain('SMTP_URL is not set')
    expect((await runHere('send-test-mail', ['ana'], env)).code).toBe(2)
    const plain = await listenAnywhere((socket) => socket.end('220 mail.example.org\r\n'))
    const secure = { ...env, SMTP_URL: `smtps://127.0.0.1:${plain.port}` }
    expect((await runHere('send-test-mail', ['ana@example.org'], secure)).said).toContain('a port without TLS: use')
    plain.server.close()
  })
})

async function listenAnywhere(
  answer: (socket: Socket) => void = (socket) => socket.destroy(),
): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, server }
}

describe('doctor', () => {
  const lineOf = (said: string, name: string) => said.split('\n').find((line) => line.slice(9).startsWith(name)) ?? ''

  it('has a line for each check, and ends with 0 beside a running server', async () => {
    const server = await start()
    const mail = await startMailServer()
    const env = { DATA_DIR: data, PORT: String(server.port), SMTP_URL: mail.url, MAIL_FROM: 'forms@example.org' }
    const { code, said } = await runHere('doctor', [], env)
    await mail.close()
    const names = ['settings', 'data folder', 'disk', 'backup', 'port', 'clock', 'time zone', 'mail', 'map']
    expect(lineOf(said, 'metrics')).toMatch(/^ok .*404/)
    for (const name of [...names, 'single sign-on', 'outside systems']) expect(lineOf(said, name)).not.toBe('')
    expect([lineOf(said, 'port'), lineOf(said, 'mail'), lineOf(said, 'clock')]).toEqual([
      expect.stringMatching(/^ok .*the server runs/),
      expect.stringMatching(/^ok .*answers, without a sign-in/),
      expect.stringMatching(/^ok /),
    ])
    expect(lineOf(said, 'backup')).toMatch(/^warning .*none is recorded/)
    expect([code, said]).toEqual([0, expect.not.stringMatching(/^error/m)])
  })

  it('tries the token of the figures with the running server', async () => {
    const token = 'a-token-of-thirty-characters-1'
    const server = await start({ metricsToken: token })
    const metricsLine = async (METRICS_TOKEN: string) =>
      lineOf(
        (await runHere('doctor', [], { DATA_DIR: data, PORT: String(server.port), METRICS_TOKEN })).said,
        'metrics',
      )
    expect(await metricsLine(token)).toMatch(/^ok /)
    expect(await metricsLine(token.replace('1', '2'))).toMatch(/^error .*401/)
    expect((await runHere('doctor', [], { METRICS_TOKEN: 'short' })).said).toMatch(/^error .*METRICS_TOKEN/)
  })

  it('ends with 1 for a wrong setting, a taken port, systems that are not there, and a clock that has leapt', async () => {
    expect(await runHere('doctor', [], { PORT: 'x' })).toEqual({
      code: 1,
      said: expect.stringMatching(/^error .*PORT/),
    })
    const server = await start()
    const writes = [set('settings/clock' as Key, { at: '2020-01-01T00:00:00.000Z' } as never)]
    await server.ports.store.commit(unitForKeys([], () => ({ result: true, writes })))
    const taken = await listenAnywhere()
    const gone = await listenAnywhere()
    await new Promise((resolve) => gone.server.close(resolve))
    const nowhere = `http://127.0.0.1:${gone.port}`
    const { code, said } = await runHere('doctor', [], {
      DATA_DIR: data,
      PORT: String(taken.port),
      ORIGIN: nowhere,
      SMTP_URL: nowhere.replace('http', 'smtp'),
      MAIL_FROM: 'forms@example.org',
      MAP_TILES_URL: `${nowhere}/{z}/{x}/{y}.png`,
      MAP_TILES_ATTRIBUTION: '© a city',
      MUNICORE_URL: nowhere,
      OIDC_ISSUER: nowhere,
      OIDC_CLIENT_ID: 'relevo',
    })
    taken.server.close()
    expect(code).toBe(1)
    for (const name of ['port', 'clock', 'mail', 'map', 'single sign-on', 'outside systems'])
      expect(lineOf(said, name)).toMatch(/^error /)
  })

  it('warns of a mail server that may get the password without encryption', async () => {
    const mail = await startMailServer('0.0.0.0')
    const env = { SMTP_URL: mail.url.replace('127.0.0.1', '127.0.0.2'), MAIL_FROM: 'forms@example.org' }
    const { said } = await runHere('doctor', [], { DATA_DIR: data, PORT: '0', ...env })
    await mail.close()
    expect(lineOf(said, 'mail')).toMatch(/^warning .*without encryption/)
  })

  it('checks an empty machine before the first start', async () => {
    const empty = join(data, 'none')
    mkdirSync(empty)
    const { code, said } = await runHere('doctor', [], { DATA_DIR: empty, PORT: '0' })
    expect([code, lineOf(said, 'data folder')]).toEqual([0, expect.stringContaining('has no database yet')])
  })
})
