import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAskedQuestions } from '#domain/answering/index.ts'
import type { QuestionValue } from '#domain/answers/index.ts'
import { generateAnswerId, generateDeviceId, generateMutationId, toInstant } from '#domain/kernel/index.ts'
import { QUESTION_TYPE, type Question } from '#domain/questions/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { runProgram, type RunningProgram } from '#tests/support/run-program.ts'
import { there } from '#tests/support/there.ts'
import { buildDemoTemplates } from '../demo/forms/index.ts'
import { buildArchive } from './build-archive.mjs'

const SLOW = { timeout: 120_000 }
const MB = 1024 * 1024
let folder: string
let release: string
let archiveBytes: number

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-archive-'))
  const dist = join(folder, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), '<title>Relevo</title>')
  writeFileSync(join(dist, '.built'), 'hash')
  writeFileSync(join(dist, 'assets', 'app.js'), 'export {}')
  writeFileSync(join(dist, 'assets', 'app.js.map'), '{}')
  const built = buildArchive({ target: join(folder, 'built'), dist })
  archiveBytes = built.bytes
  mkdirSync(join(folder, 'releases'))
  execFileSync('tar', ['-xzf', built.archive, '-C', join(folder, 'releases')])
  release = join(folder, 'releases', there(readdirSync(join(folder, 'releases'))[0]))
}, SLOW.timeout)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the archive of a release', SLOW, () => {
  it('has neither packages nor source maps, and says what it was built from', () => {
    expect(existsSync(join(release, 'node_modules'))).toBe(false)
    const names = readdirSync(release, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => /\.map$|\.ts$|(?:^|\/)\.|node_modules/.test(name))).toEqual([])
    expect(names).toContain('dist/assets/app.js')
    expect(JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))).toMatchObject({
      name: 'relevo',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      release: { built: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    })
    // Without the app, which adds about 5 MB.
    expect(archiveBytes).toBeLessThan(20 * MB)
  })

  it('carries the main job with Node alone, and stops cleanly', async () => {
    const server = await runProgram(release, { DATA_DIR: join(folder, 'data') })
    try {
      const health = (await (await fetch(`${server.origin}/api/health`)).json()) as Record<string, unknown>
      const { version, release: made } = readPackage()
      expect(health).toMatchObject({ ok: true, built: made.built })
      expect(health['app']).toBe(made.commit === undefined ? version : `${version}+${made.commit}`)
      expect(server.lines()[0]).toContain(`"version":"${String(health['app'])}","built":"${made.built}"`)
      expect(await (await fetch(`${server.origin}/`)).text()).toContain('<title>Relevo</title>')
      await doMainJob(server)
      expect(await server.stop()).toBe(0)
      expect(readdirSync(join(folder, 'data'))).not.toContain('open')
    } finally {
      await server.stop()
    }
  })
  it.each(['backup', 'verify', 'salvage', 'reset-administrator', 'send-test-mail', 'doctor'])(
    'names the command line that works there in the help of %s',
    (name) => {
      const { stdout } = spawnSync(process.execPath, [join(release, 'command.mjs'), name, '--what', '--is', '--this'], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
      })
      expect(stdout).toContain(`Usage: node ${join(release, 'command.mjs')} ${name}`)
      expect(stdout).not.toContain('npm')
    },
  )

  it('publishes the port of its Docker example to the proxy alone', () => {
    const [, example = ''] =
      /^# (docker run .*\n(?:#   .*\n)*)/m.exec(readFileSync(join(release, 'Dockerfile'), 'utf8')) ?? []
    expect(example).toContain('-e PROXY=1')
    expect(example).toContain('-p 127.0.0.1:8080:8080')
  })
})

function readPackage() {
  return JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')) as {
    readonly version: string
    readonly release: { readonly commit?: string; readonly built: string }
  }
}

/** Reads the forms, sends an answer, reads it in the list, as a PDF and in an export. */
async function doMainJob(server: RunningProgram): Promise<void> {
  const { ask, signIn } = server
  const supervisor = await signIn('supervisor-elevado@relevo.example', 'relevo-demo')
  const pulled = await ask('GET', '/api/sync/pull', { cookie: await signIn('inspector@relevo.example', 'relevo-demo') })
  expect([pulled.status, await pulled.text()]).toEqual([200, expect.stringContaining('inspeccion-local')])

  const mutation = buildSubmit('reclamo-alumbrado')
  const headers = { 'x-relevo-account': 'public', 'x-relevo-holder': 'ab'.repeat(32) }
  const body = { protocol: PROTOCOL_VERSION, device: mutation.device, account: 'public', mutations: [mutation] }
  const pushed = await ask('POST', '/api/sync/push', { headers, body })
  expect(await pushed.text()).toContain('"status":"applied"')

  const read = await ask('GET', `/api/answers/${mutation.answer}`, { cookie: supervisor })
  expect([read.status, await read.text()]).toEqual([200, expect.stringContaining('San Martín 12')])

  const call = { answerId: mutation.answer, language: 'es', timeZone: 'America/Argentina/Cordoba' }
  const made = await ask('POST', '/api/generatePdfv3', { cookie: supervisor, body: { data: call } })
  const { result } = (await made.json()) as { readonly result: { readonly downloadUrl: string } }
  const pdf = await ask('GET', new URL(result.downloadUrl, server.origin).pathname, { cookie: supervisor })
  const text = await pdf.text()
  expect(text.startsWith('%PDF-')).toBe(true)
  expect(text).toContain('/FontName /noto-sans-jp-')

  const wanted = { formData: { id: 'reclamo-alumbrado' }, answers: [mutation.answer] }
  const exported = await ask('POST', '/api/generateCsv', { cookie: supervisor, body: { data: wanted } })
  expect([exported.status, await exported.text()]).toEqual([200, expect.stringContaining('San Martín 12')])
}

/** A public answer to a form of the demonstration. */
function buildSubmit(template: string) {
  const form = there(buildDemoTemplates(0).find(({ id }) => id === template))
  const asked = listAskedQuestions(form, { values: {}, conditions: {}, rows: {} }).filter(
    ({ question }) => question.required && !question.adjuntar,
  )
  const bytes = (fill: number): Uint8Array => new Uint8Array(16).fill(fill)
  return {
    id: generateMutationId(bytes(1)),
    answer: generateAnswerId(bytes(2)),
    device: generateDeviceId(bytes(3)),
    author: 'public',
    clock: toInstant(Date.now()),
    offset: 0,
    kind: 'answer.submit',
    template,
    version: 1,
    header: {
      signatures: [],
      location: { direccion: 'San Martín 12, 東京', latlng: { latitude: -31.41, longitude: -64.18 } },
    },
    content: {
      values: Object.fromEntries(asked.map(({ address, question }) => [address, answerTo(question)])),
      conditions: {},
      rows: {},
    },
    files: [],
  }
}

function answerTo(question: Question): QuestionValue {
  if (question.tipoPregunta === QUESTION_TYPE.BOOLEAN) return { respuesta: true }
  if (question.tipoPregunta === QUESTION_TYPE.OPEN) return { respuesta: question.tipoDato === 1 ? 'San Martín' : '12' }
  return { chosen: [question.opciones[0]?.orden ?? 0] }
}
