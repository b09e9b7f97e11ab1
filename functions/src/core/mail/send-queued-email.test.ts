import { describe, expect, it } from 'vitest'
import { buildMailWrite } from '#domain/mail/judge.ts'
import { generateJobId, toInstant, type MunicipalityPath } from '#domain/kernel/index.ts'
import { buildAccountMail, type EmailContent } from '#domain/mail/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { keys, unitForKeys } from '#domain/store/index.ts'
import { deadJobsSchema } from '#domain/jobs/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { runDueJobs } from '../jobs/run-due.ts'
import type { JobResult, MailMessage } from '../ports.ts'
import { DEFAULT_TUNING } from '../tuning.ts'

const HOUR = 3_600_000
const HOME = 'https://forms.example.org'
const FORGOTTEN: EmailContent = { letter: 'password.forgotten' }

/** A mail server that can be made to fail. */
async function buildPost() {
  const state = {
    sent: [] as (MailMessage & { readonly key: string })[],
    reply: (): JobResult | undefined => undefined,
  }
  const world = await buildWorld({}, undefined, {
    mail: {
      home: () => HOME,
      send: async (message, key) => {
        const failed = state.reply()
        if (failed !== undefined) return failed
        state.sent.push({ ...message, key })
        return { ok: true, value: { id: '' } }
      },
    },
  })
  return { world, state }
}

async function queue({ store, clock, ports }: World, letter = FORGOTTEN, name?: string): Promise<string> {
  const id = generateJobId(ports.random(16))
  const mail = buildAccountMail(buildUser('ines'), letter, 'es')
  const to = name === undefined ? mail.to : { ...mail.to, name }
  const write = buildMailWrite(id, { ...mail, to }, MUNICIPALITY as MunicipalityPath, toInstant(clock.now))
  await store.commit(unitForKeys([], () => ({ result: true, writes: [write] })))
  return `mail.send~${id}`
}
const run = (world: World) => runDueJobs(world.ports, world.clock.now, { ...DEFAULT_TUNING, jobAttempts: 3 })
const tokenIn = (text: string) => /\/contrasena#(\S+)/.exec(text)?.[1] ?? ''
const setPassword = (world: World, token: string) =>
  world.ask('POST', '/api/password', { body: { token, password: 'a brand new password' } })

describe('a queued mail', () => {
  it('is sent once, with a link that works, and leaves nothing behind', async () => {
    const { world, state } = await buildPost()
    const id = await queue(world)
    expect([await run(world), await run(world)]).toEqual([1, 0])
    expect(state.sent).toMatchObject([{ to: { address: 'ines@relevo.example' }, key: id }])
    expect(await world.store.get(keys.job(id))).toBeUndefined()
    expect((await setPassword(world, tokenIn(state.sent[0]?.text ?? ''))).status).toBe(200)
  })

  it.each([
    ['Ana M. Paz', 'Ana M. Paz'],
    ['Gane en premio.example', ''],
  ])('to %s is addressed to the name “%s”', async (typed, shown) => {
    const { world, state } = await buildPost()
    await queue(world, FORGOTTEN, typed)
    await run(world)
    expect(state.sent[0]?.to).toEqual({ address: 'ines@relevo.example', name: shown })
  })

  it('about a changed account names the tokens that it has made and that are good', async () => {
    const { world, state } = await buildPost()
    const make = async (name: string, days: number) => {
      const body = { name, scopes: ['answers:read'], days, areas: [], forms: [] }
      const at = `/api/municipalities/${encodePlaceId(MUNICIPALITY as MunicipalityPath)}/tokens`
      expect((await world.ask('POST', at, { cookie: await world.signIn('sofia'), body })).status).toBe(200)
    }
    await make('Tablero', 365)
    await make('Viejo\nA: x@y.example', 30)
    world.clock.now += 31 * 24 * HOUR
    await make('Mapa\nB: otra línea', 30)
    await world.store.commit(
      unitForKeys([], () => ({
        result: true,
        writes: ['sofia', 'ines'].map((who) => {
          const mail = buildAccountMail(buildUser(who), { letter: 'account.changed', what: 'password' }, 'es')
          return buildMailWrite(
            generateJobId(world.ports.random(16)),
            mail,
            MUNICIPALITY as MunicipalityPath,
            toInstant(world.clock.now),
          )
        }),
      })),
    )
    expect(await run(world)).toBe(2)
    const textTo = (who: string) => state.sent.find(({ to }) => to.address === `${who}@relevo.example`)?.text ?? ''
    expect(
      textTo('sofia')
        .match(/^– .*$/gm)
        ?.toSorted(),
    ).toEqual(['– Mapa B: otra línea', '– Tablero'])
    expect(textTo('ines')).not.toContain('tokens')
  })

  it('has no secret in the queue, and its link lives from when it leaves', async () => {
    const { world, state } = await buildPost()
    state.reply = () => ({ ok: false, problem: { code: 'network.unreachable' } })
    const id = await queue(world)
    await run(world)
    expect(JSON.stringify(await world.store.get(keys.job(id)))).not.toContain('contrasena')
    world.clock.now += 2 * HOUR
    state.reply = () => undefined
    await run(world)
    const token = tokenIn(state.sent[0]?.text ?? '')
    world.clock.now += DEFAULT_TUNING.forgottenLinkLife - 1
    expect((await setPassword(world, token)).status).toBe(200)
    await queue(world)
    await run(world)
    world.clock.now += DEFAULT_TUNING.forgottenLinkLife
    expect(state.sent.map(({ text }) => tokenIn(text) !== '')).toEqual([true, false, true])
    expect(await codeOf(await setPassword(world, tokenIn(state.sent[2]?.text ?? '')))).toBe('session.token-invalid')
  })

  it('goes to no address that the account no longer has', async () => {
    const { world, state } = await buildPost()
    await queue(world)
    await world.put('usuarios/ines', { ...buildUser('ines'), email: 'ines.rios@relevo.example' })
    expect([await run(world), state.sent]).toEqual([1, []])
  })

  it.each([
    ['too often', { ok: false, problem: { code: 'network.unreachable' } }, 3],
    ['for good', { ok: false, problem: { code: 'mail.refused' }, isFinal: true }, 1],
  ] as const)(
    'that fails %s is shown to those who administer, and sent when they say so',
    async (_, failure, attempts) => {
      const { world, state } = await buildPost()
      let tried = 0
      state.reply = () => {
        tried += 1
        return failure as JobResult
      }
      const id = await queue(world)
      for (let round = 0; round < 6; round += 1) {
        await run(world)
        world.clock.now += 2 * HOUR
      }
      expect(tried).toBe(attempts)
      const shown = async (user: string) =>
        deadJobsSchema.parse(
          await (await world.ask('GET', '/api/jobs/dead', { cookie: await world.signIn(user) })).json(),
        ).jobs
      expect(await shown('sofia')).toMatchObject([{ id, lastProblem: { code: failure.problem.code } }])
      expect(await shown('uma')).toEqual([])
      state.reply = () => undefined
      const retried = await world.ask('POST', `/api/jobs/${id}/retry`, { cookie: await world.signIn('sofia') })
      expect(retried.status).toBe(200)
      await run(world)
      expect([state.sent.length, await shown('sofia')]).toEqual([1, []])
    },
  )
})
