import { describe, expect, it } from 'vitest'
import { answered } from '#tests/support/server/access-stage.ts'
import { TABLE } from '#tests/support/server/access-table.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'
import { DiskFullError } from '../ports.ts'
import { createServerMonitor, type RequestLog } from './watch.ts'

type Line = Readonly<Record<string, unknown>>

async function logged(requests: RequestLog['requests']): Promise<{ readonly world: World; readonly lines: Line[] }> {
  const lines: Line[] = []
  let made = 0
  const random = (length: number) => new Uint8Array(length).fill((made += 1))
  const log = { info: (event: string, facts?: Line) => void lines.push({ event, ...facts }) }
  let now = 0
  const watch = createServerMonitor(
    { token: undefined, now: () => (now += 7.4), machine: async () => [] },
    { requests, log, random },
  )
  const world = await buildWorld({ watch }, openMemoryStore())
  lines.length = 0
  return { world, lines }
}

function breakStore(world: World, error = new Error('the disk is gone')): void {
  const fail = async () => Promise.reject(error)
  Object.assign(world.store, { get: fail, getMany: fail, query: fail })
}

describe('the log of requests', () => {
  it('has a line for each, with the pattern of its route, its status, time and the role of the caller', async () => {
    const { world, lines } = await logged('all')
    await world.ask('GET', '/api/session?dni=30123456')
    const cookie = await world.signIn('sofia')
    await world.ask('GET', '/api/held/30123456', { cookie, headers: { 'x-request-id': 'chosen-by-a-client' } })
    await world.ask('GET', '/publico/contestar/comercios')
    expect(lines).toEqual([
      { event: 'request', id: '010101010101', method: 'GET', route: '/api/session', status: 401, ms: 7, role: 'none' },
      { event: 'request', id: '020202020202', method: 'POST', route: '/api/session', status: 200, ms: 7, role: 'none' },
      {
        event: 'request',
        id: '030303030303',
        method: 'GET',
        route: '/api/held/:id',
        status: 404,
        ms: 7,
        role: 'ROLE_SUPERVISOR_ELEVADO',
      },
      {
        event: 'request',
        id: '040404040404',
        method: 'GET',
        route: '/publico/contestar/:id',
        status: 404,
        ms: 7,
        role: 'none',
      },
    ])
  })

  it('has the failed ones only, unless all are wanted', async () => {
    const { world, lines } = await logged('failed')
    const cookie = await world.signIn('ines')
    expect(lines).toEqual([])
    breakStore(world)
    await world.ask('GET', '/api/session', { cookie })
    expect(lines).toEqual([expect.objectContaining({ route: '/api/session', status: 500 })])
  })

  it.each([
    ['the API', '/api/session', 'es', /"code":"server.failed","details":{"id":"([0-9a-f]{12})"}/],
    ['a page in Spanish', '/publico/contestar/comercios', 'es-AR', /<p>Referencia: ([0-9a-f]{12})<\/p>/],
    ['a page in English', '/cis/contestar/comercios', 'en', /<p>Reference: ([0-9a-f]{12})<\/p>/],
    ['a page for payers', '/pago-exitoso/ABCDEFGH2345/00000000000000000000000001', 'es', /Referencia: ([0-9a-f]{12})</],
  ])('has the reference that a failure shows: %s', async (_, path, language, reference) => {
    const { world, lines } = await logged('failed')
    const cookie = await world.signIn('ines')
    breakStore(world)
    const headers = { 'accept-language': language, 'x-request-id': 'ffffffffffff', traceparent: '00-ff-ff-01' }
    const response = await world.ask('GET', path, { cookie, headers })
    const [, id = ''] = reference.exec(await response.text()) ?? []
    expect([response.status, id]).toEqual([500, expect.stringMatching(/^(?!f{12})[0-9a-f]{12}$/)])
    expect(lines.map((line) => line['id'])).toEqual([id])
    expect(world.log).toEqual([
      { event: 'request.failed', facts: { id, error: expect.stringContaining('disk is gone') } },
    ])
  })

  it('shows a busy page in place of JSON, without a reference', async () => {
    const { world } = await logged('failed')
    breakStore(world, new DiskFullError('full'))
    const response = await world.ask('GET', '/publico/contestar/comercios', { headers: { 'accept-language': 'en' } })
    const text = await response.text()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300'])
    expect(text).toContain('The server is busy')
    expect(text).not.toContain('Reference')
  })

  it('names no one, no matter who requests what', async () => {
    const { world, lines } = await logged('all')
    const person = { ...buildUser('ines'), firstName: 'Inesita', lastName: 'Quiroga', email: 'ines@relevo.example' }
    await addPerson(world.put, person)
    const answer = await answered(world)
    const stored = await world.store.get(`respuestas_formularios/${answer}`)
    const code = String(stored?.['codigoMunicipio'])
    for (const actor of ['nobody', 'ines', 'sofia', 'ada'] as const) {
      const cookie = actor === 'nobody' ? {} : { cookie: await world.signIn(actor) }
      for (const line of Object.values(TABLE)) {
        const [method, path, how] = line.ask(answer, actor)
        await world.ask(method, path, { ...how, ...cookie })
        const query = `?dni=30123456&email=ana@example.org&codigo=${code}`
        await world.ask(method, `${path.split('?', 1)[0]}${query}`, { ...how, ...cookie })
      }
    }
    for (const path of [`/api/${code}`, '/api/answers/30123456/ana@example.org', `/publico/${answer}`, `/pago/${code}`])
      await world.ask('GET', path)
    expect(lines.length).toBeGreaterThan(500)
    const fields = new Set(lines.flatMap((line) => Object.keys(line)))
    expect([...fields].toSorted()).toEqual(['event', 'id', 'method', 'ms', 'role', 'route', 'status'])
    const text = lines.map(({ id, ...line }) => [id, JSON.stringify(line)]).join('\n')
    const names = ['Inesita', 'Quiroga', '@', '30123456', code, answer, '192.0.2.1']
    expect(code).not.toBe('undefined')
    expect(names.filter((name) => text.includes(name))).toEqual([])
    // Lines of other events contain accounts and addresses, for security, and no other personal data.
    const others = JSON.stringify([world.told, world.log])
    expect(['Inesita', 'Quiroga', '@', '30123456', code].filter((name) => others.includes(name))).toEqual([])
  }, 120_000)
})
