import { describe, expect, it } from 'vitest'
import { generateMutationId, refuse } from '#domain/kernel/index.ts'
import { keys, remove, unitForKeys } from '#domain/store/index.ts'
import { pushResponseSchema } from '#domain/sync/index.ts'
import { buildPlainSubmit, bytesFor, CLOCK, DEVICE, hashOf } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { dieAtCommit } from '#tests/support/server/deaths.ts'
import { create, PNG } from '#tests/support/server/uploads.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { runDueJobs } from '../../jobs/run-due.ts'
import type { JobResult, MailMessage } from '../../ports.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'

type Sent = MailMessage & { readonly key: string }
const HOUR = 3_600_000
const MAILED = { opcionales: { envioEmail: true } }

/** A server with readable e-mails, and an answer of ines to a form that offers copies. */
async function buildPost(form: Parameters<typeof buildPlainTemplate>[1] = MAILED, mail = true) {
  const state = { sent: [] as Sent[], reply: (): JobResult | undefined => undefined }
  const send = async (message: MailMessage, key: string): Promise<JobResult> => {
    const failed = state.reply()
    if (failed === undefined) state.sent.push({ ...message, key })
    return failed ?? { ok: true, value: { id: '' } }
  }
  const connectors = mail ? { mail: { home: () => 'https://forms.example.org', send } } : {}
  const world = await buildWorld({}, undefined, connectors)
  const template = buildPlainTemplate({}, form)
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateVersion(template.id, template.version), template)
  return { world, state, answer: await answerFrom(world, 'ines', 1) }
}
const run = (world: World) => runDueJobs(world.ports, world.clock.now)
const call = async (world: World, who: string, data: object): Promise<Response> =>
  world.ask('POST', '/api/sendEmailv3', { cookie: await world.signIn(who), body: { data } })
const wish = (answer: string, more: object = {}) => ({
  recipient: ['ana@example.org'],
  dataPdf: { answerId: answer, language: 'es' },
  ...more,
})
const outcome = async (response: Response) => (response.status === 200 ? await response.json() : await codeOf(response))
const jobs = (world: World) => world.store.count({ collection: 'jobs', where: { state: 'waiting', kind: 'copy.send' } })

function copyOf(answer: string, author: string, seed: number, facts: object = {}) {
  const envelope = { id: generateMutationId(bytesFor(seed)), author, device: DEVICE, clock: CLOCK, offset: 0 }
  const upon = { kind: 'answer.sendCopy', answer, template: 'nota', version: 1, base: 1, files: [] }
  return { ...envelope, ...upon, to: ['ana@example.org'], subject: '', body: '', language: 'es', ...facts }
}

/** Does it through a device. */
async function push(world: World, answer: string, facts: object = {}, { seed = 700, author = 'ines' } = {}) {
  const mutation = copyOf(answer, author, seed, facts)
  const body = { protocol: 1, device: DEVICE, account: author, mutations: [mutation] }
  const response = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn(author), body })
  return there(pushResponseSchema.parse(await response.json()).results[0])
}

describe('a copy of an answer by e-mail', () => {
  it('is an e-mail to each address, with the PDF of the answer, in the language that was asked for', async () => {
    const { world, state, answer } = await buildPost()
    const asked = wish(answer, {
      recipient: ['ana@example.org', 'beto@example.org', 'ANA@example.org'],
      body: 'Buen día.',
    })
    expect(await outcome(await call(world, 'ines', asked))).toEqual({ result: true })
    expect(await run(world)).toBe(2)
    expect(state.sent.map(({ to }) => to.address)).toEqual(['ANA@example.org', 'beto@example.org'])
    const [letter] = state.sent
    const code = there(await world.store.get(keys.answer(answer as never))).codigoMunicipio
    expect(letter?.subject).toBe(`Copia de la respuesta ${code}: Nota`)
    expect(letter?.text).toContain('\n\nBuen día.\n\n')
    expect(letter?.text).toContain(`una copia de la respuesta ${code} al formulario «Nota»`)
    const [pdf] = there(letter?.attachments)
    expect([pdf?.name, pdf?.type]).toEqual([`${code}.pdf`, 'application/pdf'])
    expect(readPdf(there(pdf).bytes).pages.flat().join('\n')).toContain('nota 1')
    expect([await run(world), await world.store.count({ collection: 'jobs' })]).toEqual([0, 0])
  })

  it('is in the language of the municipality, by its clock, where a program says neither', async () => {
    const { world, state, answer } = await buildPost()
    const dataPdf = { answerId: answer }
    expect(await outcome(await call(world, 'ines', wish(answer, { dataPdf })))).toEqual({ result: true })
    await run(world)
    expect(state.sent[0]?.subject).toMatch(/^Copia de la respuesta/)
    const text = readPdf(there(state.sent[0]?.attachments?.[0]).bytes).pages.flat().join('\n')
    expect(text).toContain('Fecha y hora')
    expect(text).not.toContain('UTC')
  })

  it('brings along what was attached, and no one else’s file', async () => {
    const { world, state, answer } = await buildPost()
    const cookie = await world.signIn('ines')
    expect((await create(world, cookie, PNG, { body: PNG })).status).toBe(201)
    const storagePathsToDelete = [`sendEmailv3/adjunto-${hashOf(PNG)}.png`]
    expect(await outcome(await call(world, 'pablo', wish(answer, { storagePathsToDelete })))).toBe('file.missing')
    expect(await outcome(await call(world, 'ines', wish(answer, { storagePathsToDelete })))).toEqual({ result: true })
    // No answer refers to it, so it is deleted after a week, like any unused upload.
    expect((await world.store.get(keys.file('ines' as never, hashOf(PNG))))?.expiresAt).toBeDefined()
    await run(world)
    expect(state.sent[0]?.attachments?.[1]).toMatchObject({ name: 'foto.png', type: 'image/png', bytes: PNG })
    expect(state.sent[0]?.text).toContain('También está adjunto: foto.png')
  })

  it('is attached under an ending of what its bytes are, whatever a device calls it', async () => {
    const { world, state, answer } = await buildPost()
    await create(world, await world.signIn('ines'), PNG, { body: PNG })
    const file = { sha256: hashOf(PNG), bytes: PNG.length, type: 'application/x-msdownload', name: 'factura.exe' }
    expect(await push(world, answer, { files: [file], attachment: file.sha256 })).toMatchObject({ status: 'applied' })
    await run(world)
    expect(state.sent[0]?.attachments?.[1]).toMatchObject({ name: 'factura.exe.png', type: 'image/png' })
  })

  it.each([
    ['olga', 'answer.missing'],
    ['uma', 'answer.missing'],
    ['carla', 'answer.missing'],
    ['gil', 'access.forbidden'],
  ])('is refused to %s, and so it is by their device', async (who, code) => {
    const { world, answer } = await buildPost()
    expect(await outcome(await call(world, who, wish(answer)))).toBe(code)
    expect(await push(world, answer, {}, { author: who })).toMatchObject({
      status: 'rejected',
      problem: { code: 'answer.missing' },
    })
    expect(await jobs(world)).toBe(0)
  })

  it('is for those who have an account', async () => {
    const { world } = await buildPost({ opcionales: { envioEmail: true, publico: true } })
    const submit = buildPlainSubmit(9, 'una nota', { author: 'public' })
    const copy = copyOf(submit.answer, 'public', 701)
    const body = { protocol: 1, device: DEVICE, account: 'public', mutations: [submit, copy] }
    const { results } = pushResponseSchema.parse(await (await world.ask('POST', '/api/sync/push', { body })).json())
    expect(results).toMatchObject([{ status: 'applied' }, { status: 'rejected', problem: { code: 'answer.missing' } }])
    expect((await world.ask('POST', '/api/sendEmailv3', { body: { data: wish(submit.answer) } })).status).toBe(401)
    expect(await jobs(world)).toBe(0)
  })

  it.each([
    ['its form does not offer it', { opcionales: {} }, true, 'access.forbidden'],
    ['nothing carries letters away', MAILED, false, 'copy.not-configured'],
  ] as const)('is refused where %s', async (_, form, mail, code) => {
    const { world, answer } = await buildPost(form, mail)
    expect(await outcome(await call(world, 'ines', wish(answer)))).toBe(code)
    expect(await push(world, answer)).toMatchObject({ status: 'rejected', problem: { code } })
  })

  it.each([
    ['a header in an address', { recipient: ['a@example.org\r\nBcc: z@example.org'] }],
    ['two addresses in one', { recipient: ['a@example.org,z@example.org'] }],
    ['a thousand addresses', { recipient: Array.from({ length: 1000 }, (_, index) => `a${index}@example.org`) }],
    ['no address', { recipient: [] }],
    ['a path elsewhere', { storagePathsToDelete: ['imagenes/comercios/x.png'] }],
    ['two attachments', { storagePathsToDelete: [1, 2].map((n) => `sendEmailv3/adjunto-${String(n).repeat(64)}.pdf`) }],
    ['a body without an end', { body: 'x'.repeat(5001) }],
    ['another form', { formPath: 'formularios/comercios' }],
  ])('is no letter with %s', async (_, more) => {
    const { world, answer } = await buildPost()
    expect(await outcome(await call(world, 'ines', wish(answer, more)))).toBe('request.malformed')
    expect(await jobs(world)).toBe(0)
  })

  it('has the headers that it is given, whatever is in subject and title', async () => {
    const { world, state, answer } = await buildPost()
    const document = there(await world.store.get(keys.answer(answer as never)))
    await world.put(keys.answer(answer as never), { ...document, titulo: 'Nota\r\nBcc: z@example.org' })
    const body = 'Hola\r\n\u0000Bcc: z@example.org\u2028Adiós'
    await call(world, 'ines', wish(answer, { subject: 'x\r\nBcc: z@example.org\r\n\r\nnada', body }))
    await call(world, 'ines', wish(answer))
    await run(world)
    for (const { subject, to } of state.sent) {
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(to).toEqual({ address: 'ana@example.org', name: '' })
    }
    expect(state.sent[0]?.text).toContain('\n\nHola\n Bcc: z@example.org\nAdiós\n\n')
  })
})

describe('e-mails of a device', () => {
  it('are queued once, however often they are sent, and change nothing of the answer', async () => {
    const { world, state, answer } = await buildPost()
    const before = await world.store.get(keys.answer(answer as never))
    const first = await push(world, answer, { to: ['ana@example.org', 'beto@example.org'] })
    expect(first).toMatchObject({ status: 'applied', version: 1 })
    await run(world)
    expect(await push(world, answer, { to: ['ana@example.org', 'beto@example.org'] })).toEqual(first)
    expect([await run(world), state.sent.length]).toEqual([0, 2])
    expect(await world.store.get(keys.answer(answer as never))).toEqual(before)
  })

  it('keep their Message-ID when the server dies between sending and noting it', async () => {
    const { world, state, answer } = await buildPost()
    await push(world, answer)
    // Accepted and sent; the server is killed before it is recorded.
    await dieAtCommit(world, 1)
    await run(world)
    expect(state.sent.map(({ key }) => key)).toEqual(Array(2).fill(`copy.send~${generateMutationId(bytesFor(700))}~0`))
    expect(await world.store.count({ collection: 'jobs' })).toBe(0)
  })

  it('wait while the mail server is away, and are for a person once it has refused them', async () => {
    const { world, state, answer } = await buildPost()
    await push(world, answer)
    state.reply = () => ({ ok: false, problem: { code: 'network.unreachable' } })
    await run(world)
    expect(await jobs(world)).toBe(1)
    world.clock.now += HOUR
    state.reply = () => ({ ok: false, problem: { code: 'mail.refused' }, isFinal: true })
    await run(world)
    const dead = await (await world.ask('GET', '/api/jobs/dead', { cookie: await world.signIn('sofia') })).json()
    expect(dead).toMatchObject({ jobs: [{ kind: 'copy.send', lastProblem: { code: 'mail.refused' } }] })
  })

  it('whose PDF cannot be made are for a person soon, and do not hold the queue up for a day', async () => {
    const { world, state, answer } = await buildPost()
    await push(world, answer)
    const made: unknown[] = []
    const pdfs = {
      make: async (wanted: unknown) => {
        made.push(wanted)
        return refuse('pdf.failed')
      },
    }
    for (let look = 0; look < 10; look += 1) {
      await runDueJobs({ ...world.ports, pdfs }, world.clock.now)
      world.clock.now += HOUR
    }
    expect([made.length, state.sent, await jobs(world)]).toEqual([3, [], 0])
    expect(await world.store.count({ collection: 'jobs', where: { state: 'dead' } })).toBe(1)
  })

  it('of an answer that is deleted in the meantime leave no one', async () => {
    const { world, state, answer } = await buildPost()
    await push(world, answer)
    const writes = [remove(keys.answer(answer as never))]
    await world.store.commit(unitForKeys([], () => ({ result: true, writes })))
    expect([await run(world), state.sent, await jobs(world)]).toEqual([1, [], 0])
  })

  it('are in the log without addresses, once for each act', async () => {
    const { world, answer } = await buildPost()
    await push(world, answer, { to: ['ana@example.org', 'beto@example.org'] })
    await push(world, answer, { to: ['ana@example.org', 'beto@example.org'] })
    const entries = await world.store.query({ collection: 'audit', limit: 10 })
    expect(entries.map(({ document }) => document)).toMatchObject([
      { action: 'answer.copied', username: 'ines', from: '192.0.2.1', details: { addresses: 2, attachment: false } },
    ])
    expect(JSON.stringify(entries)).not.toContain('example.org')
  })
})

describe('the pace of letters', () => {
  const ten = (prefix: string) => Array.from({ length: 10 }, (_, index) => `${prefix}${index}@example.org`)

  it('is bounded for one answer, from whomever they come', async () => {
    const { world, answer } = await buildPost()
    for (const who of ['ines', 'sofia'])
      expect((await call(world, who, wish(answer, { recipient: ten(who) }))).status).toBe(200)
    expect(await outcome(await call(world, 'pablo', wish(answer)))).toBe('request.too-many')
    expect(await push(world, answer)).toMatchObject({ status: 'rejected', problem: { code: 'request.too-many' } })
    world.clock.now += DEFAULT_TUNING.copiesIntervalPerAnswer
    expect(await push(world, answer, {}, { seed: 702 })).toMatchObject({ status: 'applied' })
  })

  it('is bounded for one account and for one address, over all answers', async () => {
    const { world } = await buildPost()
    const answers = []
    for (let seed = 20; seed < 31; seed += 1) answers.push(await answerFrom(world, 'ines', seed))
    const said = []
    for (const answer of answers) said.push((await call(world, 'ines', wish(answer, { recipient: ten('a') }))).status)
    expect(said).toEqual([...Array(10).fill(200), 429])
    const { copiesBurstPerAddress: most } = DEFAULT_TUNING
    expect(most).toBeGreaterThan(10)
    const more = []
    for (let round = 0; round < most - 10 + 1; round += 1) {
      world.clock.now += DEFAULT_TUNING.copiesInterval / 100
      const answer = answers[round % answers.length] ?? ''
      more.push((await call(world, 'sofia', wish(answer, { recipient: ['a0@example.org'] }))).status)
    }
    expect(more.at(-1)).toBe(429)
    expect(more.filter((status) => status === 200)).toHaveLength(most - 10)
  })
})
