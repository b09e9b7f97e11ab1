import { expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { answerVersionsSchema } from '#domain/answers/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { runDueJobs } from '../jobs/run-due.ts'
import type { JobResult, MailMessage } from '../ports.ts'

/** An answer of ines whose copies a mail server accepts, except for one address. */
async function buildPost() {
  const send = async ({ to }: MailMessage): Promise<JobResult> =>
    to.address.startsWith('nobody')
      ? { ok: false, problem: { code: 'mail.refused' }, isFinal: true }
      : { ok: true, value: { id: '' } }
  const world = await buildWorld({}, undefined, { mail: { home: () => 'https://forms.example.org', send } })
  const template = buildPlainTemplate({}, { opcionales: { envioEmail: true } })
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateVersion(template.id, template.version), template)
  return { world, answer: await answerFrom(world, 'ines', 1) }
}
const ask = async (world: World, who: string, answer: string, more = '') =>
  world.ask('GET', `/api/answers/${answer}/versions${more}`, { cookie: await world.signIn(who) })
const copies = async (world: World, who: string, answer: string, more = '') =>
  answerVersionsSchema.parse(await (await ask(world, who, answer, more)).json()).copies

it('copies are in the history of an answer, for anyone who may read it, with what became of them and without addresses', async () => {
  const { world, answer } = await buildPost()
  expect(await copies(world, 'ines', answer)).toBeUndefined()
  const recipient = ['ana@example.org', 'nobody@example.org']
  const data = { recipient, dataPdf: { answerId: answer, language: 'es' } }
  const sent = await world.ask('POST', '/api/sendEmailv3', { cookie: await world.signIn('pablo'), body: { data } })
  expect(sent.status).toBe(200)
  const sending = { by: { email: 'pablo@relevo.example', username: 'pablo' }, letters: 2 }
  expect(await copies(world, 'ines', answer)).toMatchObject([{ ...sending, sent: 0, waiting: 2 }])
  await runDueJobs(world.ports, world.clock.now)
  for (const who of ['ines', 'pablo', 'sofia', 'ada'])
    expect(await copies(world, who, answer)).toMatchObject([
      { ...sending, sent: 1, waiting: 0, reason: 'mail.refused' },
    ])
  expect(await (await ask(world, 'ada', answer)).text()).not.toContain('example.org')
  for (const who of ['olga', 'uma', 'gil', 'carla'])
    expect(await codeOf(await ask(world, who, answer))).toBe('answer.missing')
  // Older pages of a long history contain nothing new.
  expect(await copies(world, 'ines', answer, '?before=1')).toBeUndefined()
})

it('an e-mail that is tried again and leaves is counted', async () => {
  const { world, answer } = await buildPost()
  const data = { recipient: ['nobody@example.org'], dataPdf: { answerId: answer, language: 'es' } }
  await world.ask('POST', '/api/sendEmailv3', { cookie: await world.signIn('ines'), body: { data } })
  await runDueJobs(world.ports, world.clock.now)
  const [job] = await world.store.query({ collection: 'jobs', limit: 1 })
  const id = String(job?.key).slice('jobs/'.length)
  const { document } = job ?? {}
  const payload = { ...(document as unknown as { payload: object }).payload, address: 'ana@example.org' }
  await world.put(String(job?.key), { ...document, payload })
  const cookie = await world.signIn('sofia')
  expect((await world.ask('POST', `/api/jobs/${id}/retry`, { cookie })).status).toBe(200)
  expect(await copies(world, 'ines', answer)).toMatchObject([{ sent: 0, waiting: 1 }])
  await runDueJobs(world.ports, world.clock.now)
  expect(await copies(world, 'ines', answer)).toMatchObject([{ letters: 1, sent: 1, waiting: 0 }])
})
