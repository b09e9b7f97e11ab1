import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { there } from '#tests/support/there.ts'
import { buildArchive } from './build-archive.mjs'

/**
 * OPERATING.md as a new administrator follows it: its blocks run in order below a temporary root, with fakes for
 * commands that a test may not run. A real nginx checks its configuration, if installed.
 */
const PAGE = resolve('OPERATING.md')
const SERVICE = resolve('tests/support/service.mjs')
const SLOW = { timeout: 240_000 }
const PASSWORD = 'a lantern over the harbour'
/** Names of archives on the page. */
const [FIRST, SECOND] = ['relevo-0.2.0-1a2b3c4d', 'relevo-0.3.0-5e6f7a8b']
const BROKEN = 'relevo-0.4.0-9a8b7c6d'

let root: string
let port: number

type Block = { readonly section: string; readonly kind: string; readonly text: string }

const blocks = readFileSync(PAGE, 'utf8')
  .split(/^## /m)
  .flatMap((part): Block[] =>
    [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => ({
      section: there(part.split('\n')[0]),
      kind,
      text,
    })),
  )

/** Moves the page's paths below the temporary root. */
function localise(text: string): string {
  return text.replaceAll(/(?<![\w./-])\/(?=(?:opt|etc|var|usr|backup)\/)/g, `${root}/`)
}

function run(text: string) {
  const path = [join(root, 'stand-ins'), join(root, 'usr/local/bin'), process.env['PATH']].join(':')
  const env = { PATH: path, RELEVO_ENV: join(root, 'etc/relevo/relevo.env') }
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', text], { cwd: join(root, 'root'), env, encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}

/** Runs the commands of a section, or some of its blocks, and writes its files. @returns their output */
function follow(
  section: string,
  { blocks: wanted = [0, 99], code = 0, replace = (text: string) => text } = {},
): string {
  const found = blocks.filter((block) => block.section === section).slice(...wanted)
  expect(found).not.toEqual([])
  return found
    .map(({ kind, text }) => {
      if (kind === 'sh') {
        const done = run(localise(replace(text)))
        expect([done.code, done.said]).toEqual([code, done.said])
        return done.said
      }
      const [, path = ''] = there(/^# (\/\S+)\n/.exec(text) ?? undefined)
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), localise(text))
      return ''
    })
    .join('')
}

async function health(): Promise<string> {
  const url = `http://localhost:${port}/api/health`
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
  const { app } = (await (await fetch(url)).json()) as { readonly app: string }
  return app.split('+')[0] ?? ''
}

function post(path: string, body: object): Promise<Response> {
  const headers = { origin: 'https://forms.example.org', 'content-type': 'application/json' }
  return fetch(`http://localhost:${port}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Signs in with the password set after the installation. @returns the status */
async function signIn(): Promise<number> {
  return (await post('/session', { email: 'you@example.org', password: PASSWORD })).status
}

const log = (): string => readFileSync(join(root, 'opt/relevo/log'), 'utf8')

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'relevo-operating-'))
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => probe.once('listening', done))
  port = (probe.address() as { readonly port: number }).port
  probe.close()
  for (const path of [
    'root',
    'stand-ins',
    'opt/relevo',
    'etc/nginx',
    'etc/cron.d',
    'var/lib',
    'var/www/html',
    'backup',
  ])
    mkdirSync(join(root, path), { recursive: true })
  for (const path of ['usr/local/bin', 'etc/systemd/system']) mkdirSync(join(root, path), { recursive: true })
  symlinkSync('../../etc/relevo/relevo.env', join(root, 'opt/relevo/relevo.env'))
  writeFileSync(
    join(root, 'etc/nginx/nginx.conf'),
    `pid ${root}/nginx.pid;\nerror_log ${root}/nginx.log;\nevents {\n\tworker_connections 768;\n}\nhttp {\n\taccess_log off;\n\tinclude ${root}/etc/nginx/conf.d/*.conf;\n}\n`,
  )
  addStandIns()
  buildReleases()
}, SLOW.timeout)
afterAll(() => {
  spawnSync(process.execPath, [SERVICE, join(root, 'opt/relevo'), 'stop'])
  rmSync(root, { recursive: true, force: true })
})

function addStandIns(): void {
  const service = `exec '${process.execPath}' '${SERVICE}' '${root}/opt/relevo'`
  const certificates = `${root}/etc/letsencrypt/live/forms.example.org`
  const health = `fetch('http://localhost:${port}/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`
  const all: Readonly<Record<string, string>> = {
    'apt-get': '',
    adduser: '',
    chown: '',
    sleep: `for _ in 1 2 3 4 5 6 7 8 9 10; do node -e "${health}" && exit 0; /bin/sleep 1; done`,
    journalctl: `cat '${root}/opt/relevo/log'`,
    certbot: `mkdir -p '${certificates}'; cd '${certificates}'
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=forms.example.org -keyout privkey.pem -out fullchain.pem 2>&1`,
    nginx: HAS_NGINX ? `exec /usr/sbin/nginx -t -q -c '${root}/etc/nginx/nginx.conf'` : '',
    install: `set -- "$@" --; while [ "$1" != -- ]; do case $1 in -o|-g) shift 2;; *) set -- "$@" "$1"; shift;; esac; done
shift; exec /usr/bin/install "$@"`,
    systemctl: `case "$*" in
daemon-reload|"reload nginx"|"enable --now relevo-follow") ;;
"enable --now relevo"|"start relevo") ${service} start ;;
"disable --now relevo"|"stop relevo") ${service} stop ;;
show*) kill -0 "$(cat '${root}/opt/relevo/pid')" && state=active || state=failed; echo NRestarts=0; echo ActiveState=$state ;;
*) echo "systemctl: $*" >&2; exit 1 ;;
esac`,
  }
  for (const [name, script] of Object.entries(all))
    writeFileSync(join(root, 'stand-ins', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  symlinkSync(process.execPath, join(root, 'stand-ins/node'))
}

/** Only root may open the ports that `nginx -t` opens. */
const HAS_NGINX =
  process.getuid?.() === 0 &&
  spawnSync('/usr/sbin/nginx', ['-v']).status === 0 &&
  spawnSync('openssl', ['version']).status === 0

/** Builds the archive once, and puts it into the administrator's folder under the page's names. */
function buildReleases(): void {
  const dist = join(root, 'dist')
  mkdirSync(dist)
  writeFileSync(join(dist, 'index.html'), '<title>Relevo</title>')
  const { folder } = buildArchive({ target: join(root, 'built'), dist })
  for (const name of [FIRST, SECOND, BROKEN]) {
    const path = join(root, 'built', name)
    cpSync(folder, path, { recursive: true })
    const file = join(path, 'package.json')
    const [, version, commit] = name.split('-')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { readonly release: object }
    writeFileSync(file, JSON.stringify({ ...manifest, version, release: { ...manifest.release, commit } }))
    if (name === BROKEN) writeFileSync(join(path, 'server.mjs'), FAILS_WITH_DATA)
    execFileSync('tar', ['-czf', join(root, 'root', `${name}.tar.gz`), '-C', join(root, 'built'), name])
  }
}

/** A release that is healthy only with an empty data folder. */
const FAILS_WITH_DATA = `
import { existsSync } from 'node:fs'
if (!process.argv.includes('--check') && existsSync(process.env.DATA_DIR + '/relevo.sqlite')) process.exit(1)
await import('./lib/main.mjs')
`

describe('OPERATING.md', SLOW, () => {
  it('has at most 1,800 words, and ends each installation with a healthy server', async () => {
    expect(readFileSync(PAGE, 'utf8').split(/\s+/).filter(Boolean).length).toBeLessThan(1_800)
    follow('Installation', { blocks: [0, 1] })
    const settings = join(root, 'etc/relevo/relevo.env')
    const wanted = readFileSync(settings, 'utf8').replace('=8080', `=${port}`).replace('=/var/', `=${root}/var/`)
    writeFileSync(settings, wanted)
    const said = follow('Installation', { blocks: [1, 2] })
    expect(said).toMatch(/^ok +port +the server runs/m)
    expect(said).toContain('none is recorded: relevo backup FOLDER')
    const [, token] = there(/https:\/\/forms\.example\.org\/contrasena#(\S+)/.exec(said) ?? undefined)
    expect((await post('/password', { token, password: PASSWORD, language: 'es' })).status).toBeLessThan(300)
    expect([await health(), await signIn()]).toEqual(['0.2.0', 200])
  })

  it('has a configuration that nginx accepts, and says without a mail server what to do', () => {
    follow('TLS')
    expect(readFileSync(join(root, 'etc/nginx/nginx.conf'), 'utf8')).toContain('worker_connections 8192;')
    expect(follow('Mail')).toContain('set SMTP_URL and MAIL_FROM')
  })

  it('makes a verified backup, also by cron', () => {
    expect(follow('Backup')).toMatch(/Backup .*, checked, [\s\S]*: 0 answers, 0 files, 0 of them missing or damaged/)
    const line = there(readFileSync(join(root, 'etc/cron.d/relevo'), 'utf8').split('\n')[1])
    expect(run(line.replace(/^0 \* \* \* \* root /, ''))).toEqual({ code: 0, said: '' })
    follow('Watching')
  })

  it('upgrades, goes back from a release that fails, and goes back by hand', async () => {
    expect(follow('Upgrade', { blocks: [0, 1] })).toContain(`${SECOND} runs. Downtime:`)
    expect([await health(), await signIn()]).toEqual(['0.3.0', 200])
    const failed = follow('Upgrade', { blocks: [0, 1], code: 1, replace: (text) => text.replaceAll(SECOND, BROKEN) })
    expect(failed).toContain(`Going back to ${SECOND}.\n${SECOND} runs again.`)
    expect(await health()).toBe('0.3.0')
    follow('Upgrade', { blocks: [1, 2] })
    expect([await health(), await signIn()]).toEqual(['0.2.0', 200])
  })

  it('restores the newest backup, which the server notices', async () => {
    expect(follow('Restore')).toContain('0 of them missing or damaged')
    expect([await health(), await signIn()]).toEqual(['0.2.0', 200])
    expect(log()).toContain('backup.restored')
  })

  it('salvages a database, and lets an administrator in', async () => {
    const said = follow('Damage', { blocks: [0, 2] })
    expect(said).toMatch(/^usuarios +1 read +0 lost$/m)
    expect([await health(), await signIn()]).toEqual(['0.2.0', 200])
    expect(follow('Damage', { blocks: [2, 3] })).toContain('https://forms.example.org/contrasena#')
    expect([await health(), await signIn()]).toEqual(['0.2.0', 200])
  })

  it('moves to another host', async () => {
    follow('Moving to another host', { blocks: [0, 1] })
    renameSync(join(root, 'var/lib/relevo'), join(root, 'var/lib/of-the-old-host'))
    follow('Moving to another host', { blocks: [1, 2] })
    expect([await health(), await signIn()]).toEqual(['0.2.0', 200])
  })

  it('has no block that is not run', () => {
    const sections = [
      'Installation',
      'TLS',
      'Mail',
      'Backup',
      'Watching',
      'Upgrade',
      'Restore',
      'Damage',
      'Moving to another host',
    ]
    expect([...new Set(blocks.map(({ section }) => section))]).toEqual(sections)
    expect(blocks).toHaveLength(19)
  })
})
