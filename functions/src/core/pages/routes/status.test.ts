import { describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import { isProofOfWorkValid } from '#domain/sync/index.ts'
import { keys } from '#domain/store/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, ORIGIN, type World } from '#tests/support/server/world.ts'

const MISSING = 'Su trámite no posee estados o no existe una respuesta asociada a este código.'
const PATH = '/publico/consultar-estado'
const STATES = {
  disponibles: [
    { id: 0, nombre: 'Recibido', transiciones: [1] },
    { id: 1, nombre: 'En obra <b>', transiciones: [] },
  ],
  actual: 1,
  inicial: 0,
  history: [],
}

/** An answer to a public form, with states. */
async function answered(world: World, seed = 1, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  const id = (await answerFrom(world, 'ines', seed)) as AnswerId
  const answer = there(await world.store.get(keys.answer(id)))
  const opcionales = { ...answer.opcionales, publico: true }
  const changed = { ...answer, opcionales, estados: STATES, ...more }
  await world.put(keys.answer(id), changed as Answer)
  return changed as Answer
}
async function look(
  world: World,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await world.ask('POST', PATH, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const manyAddresses = () => {
  let count = 0
  return { addressOf: () => `198.51.${Math.floor((count += 1) / 250)}.${count % 250}` }
}
async function solved(text: string): Promise<string> {
  const [, challenge = '', bits = '0'] = /data-challenge="([^"]+)" data-bits="(\d+)"/.exec(text) ?? []
  for (let n = 0; ; n += 1) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${challenge}:${n}`))
    if (isProofOfWorkValid(new Uint8Array(digest), Number(bits))) return `${challenge}:${n}`
  }
}

describe('the page for the state of an answer', () => {
  it('works without a script, is small, and is framed and kept by no one', async () => {
    const response = await (await buildWorld()).ask('GET', PATH)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain('<form method="post" action="/publico/consultar-estado?lang=es">')
    expect(text).toContain('Buscar...')
    expect(text).toContain('required')
    expect(text.length).toBeLessThan(15_000)
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('cache-control')).toBe('no-store')
    const english = await (await buildWorld()).ask('GET', PATH, { headers: { 'accept-language': 'fr, en;q=0.8, es' } })
    const inEnglish = await english.text()
    expect(inEnglish).toContain('>Search<')
    expect(inEnglish).toContain('<p><img src="/icon.svg" alt="" height="32" /><span>Relevo</span></p>')
    expect(inEnglish).toContain('<summary aria-label="Language: English">English</summary>')
    expect(inEnglish).toContain('<a href="?lang=es" hreflang="es" lang="es">Español</a>')
    const chosen = await (await buildWorld()).ask('GET', `${PATH}?lang=es`, { headers: { 'accept-language': 'en' } })
    expect(await chosen.text()).toContain('Buscar...')
  })

  it('is the way on from an unknown address below /publico', async () => {
    const world = await buildWorld()
    for (const path of ['/publico', '/publico/', '/publico/contestar', '/publico/otra/cosa?x=1']) {
      const response = await world.ask('GET', path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ])
      const text = await response.text()
      expect(text).toContain('<a href="/publico/consultar-estado?lang=es">')
      expect(text).toContain('Esta página no existe')
    }
  })

  it('tells title and state by any code of an answer, in capitals or not, and nothing else of it', async () => {
    const world = await buildWorld()
    const { id, codigoMunicipio, titulo, firstName } = await answered(world)
    const download = `${id.slice(0, 3)}${codigoMunicipio}`
    for (const code of [codigoMunicipio, download, `${id.slice(0, 3)}-${id.slice(3, 6)}`, id])
      for (const typed of [`  ${code} `, code.toLowerCase()]) {
        const { status, text } = await look(world, { code: typed })
        expect([typed, status]).toEqual([typed, 200])
        expect(text).toContain(titulo)
        expect(text).toContain(
          '<dt>Municipio</dt><dd><a href="/publico/formularios/AR/cordoba/villa-serena">Villa Serena</a></dd>',
        )
        expect(text).toContain('<header><p><span>Villa Serena</span></p>')
        expect(text).toContain('En obra &lt;b&gt;')
        expect(text).not.toContain(firstName)
      }
  })

  it('tells them in the reader’s language where the form has it, and marks the language of the others', async () => {
    const world = await buildWorld()
    const { codigoMunicipio: code, idPlantilla, titulo } = await answered(world)
    const english = async () => {
      const { text } = await look(world, { code }, { 'accept-language': 'en' })
      return text.match(/<dd(?! ><a)[^>]*>[^<]*(?=<\/dd>)/g)
    }
    expect(await english()).toEqual([`<dd lang="es">${titulo}`, '<dd class="state" lang="es">En obra &lt;b&gt;'])
    const template = there(await world.store.get(keys.template(idPlantilla)))
    const disponibles = STATES.disponibles.map((state) => ({ ...state, nombreAlternativeLanguage_en: `E${state.id}` }))
    const estados = { ...STATES, disponibles }
    await world.put(keys.template(idPlantilla), { ...template, tituloAlternativeLanguage_en: 'Note', estados })
    expect(await english()).toEqual(['<dd>Note', '<dd class="state">E1'])
    await world.put(keys.template(idPlantilla), { ...template, titulo: 'Otra', tituloAlternativeLanguage_en: 'Other' })
    expect(await english()).toEqual([`<dd lang="es">${titulo}`, '<dd class="state" lang="es">En obra &lt;b&gt;'])
  })

  it('tells nothing by the beginning of a download code: a wrong one says the same', async () => {
    const world = await buildWorld()
    const { codigoMunicipio } = await answered(world)
    const said = async (code: string) => (await look(world, { code })).text.replaceAll(code, '')
    expect(await said(`777${codigoMunicipio}`)).toBe(await said(`ZZZ${codigoMunicipio}`))
  })

  it('refuses alike what names none, a private form, no states, twins, a blocked municipality', async () => {
    const world = await buildWorld()
    await answered(world, 1, { codigoMunicipio: 'PRI1', opcionales: { publico: false } })
    await answered(world, 2, { codigoMunicipio: 'NON1', estados: undefined })
    await answered(world, 3, { codigoMunicipio: 'TWO1' })
    await answered(world, 4, { codigoMunicipio: 'TWO1' })
    await answered(world, 5, { codigoMunicipio: 'BLO1' })
    const said: string[] = []
    const note = async (code: string) => {
      const { status, text } = await look(world, { code })
      expect([code, status]).toEqual([code, 404])
      said.push(text.replaceAll(code, ''))
    }
    for (const code of ['XXX9', 'PRI1', 'NON1', 'TWO1', 'nothing of ours']) await note(code)
    const municipality = there(await world.store.get(keys.municipality(MUNICIPALITY as never)))
    await world.put(MUNICIPALITY, { ...municipality, inhabilitado: true })
    await note('BLO1')
    expect(new Set(said.map((text) => text.replace(/value="[^"]*"/, ''))).size).toBe(1)
    expect(said[0]).toContain(MISSING)
  })

  it('asks for reference or signature where all answers have the same code, and finds them by it', async () => {
    const world = await buildWorld()
    const { id } = await answered(world, 1, { codigoMunicipio: 'DESC' })
    const { status, text } = await look(world, { code: 'desc' })
    expect(status).toBe(404)
    expect(text).toContain('Ingrese la referencia o la firma electrónica')
    expect((await look(world, { code: id.slice(0, 6) })).status).toBe(200)
  })

  it('takes nothing from another site, and no more than its three fields', async () => {
    const world = await buildWorld()
    expect((await look(world, { code: 'VIS1' }, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await look(world, { code: 'x'.repeat(65) })).status).toBe(400)
    expect((await look(world, { code: 'x'.repeat(5000) })).status).toBe(413)
    expect((await look(world, { code: '"><script>' })).text).not.toContain('<script>')
    expect(world.log).toEqual([])
  })
})

describe('anyone who counts codes upwards', () => {
  it('is slowed down at their address, right codes or wrong; a puzzle continues', async () => {
    const world = await buildWorld()
    const { codigoMunicipio } = await answered(world)
    for (let turn = 0; turn < 20; turn += 1)
      expect((await look(world, { code: turn % 2 === 0 ? codigoMunicipio : `VIS${9000 + turn}` })).status).toBeLessThan(
        429,
      )
    const refused = await look(world, { code: codigoMunicipio })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(refused.text).not.toContain('En obra')
    const proof = await solved(refused.text)
    expect((await look(world, { code: codigoMunicipio, proof })).status).toBe(200)
    // A proof can be used once, and only one is required in a row.
    const again = await look(world, { code: codigoMunicipio, proof })
    expect([again.status, again.text.includes('data-challenge')]).toEqual([429, false])
    world.clock.now += 60_000
    expect((await look(world, { code: codigoMunicipio })).status).toBe(200)
  })

  it('has to know something else without a script: the number or the day, and not for long', async () => {
    const world = await buildWorld()
    const { codigoMunicipio: code, fechaCreacion } = await answered(world, 1, {
      datosCiudadano: { id: '77', dni: '30123456', nombre: 'Ana', apellido: 'Paz', tipo: 'fisica' },
    })
    for (let turn = 0; turn < 20; turn += 1) await look(world, { code })
    const page = await look(world, { code })
    expect(page.text).toContain('name="fact"')
    const [year, month, day] = fechaCreacion.slice(0, 10).split('-')
    const statuses: number[] = []
    for (const fact of [
      '30.123.456',
      'DNI 030123456',
      `${day}/${month}/${year}`,
      fechaCreacion.slice(0, 10),
      '30123457',
      '01/01/2020',
      'x',
    ])
      statuses.push((await look(world, { code, fact })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 404, 404, 404])
    for (let turn = 0; turn < 13; turn += 1) expect((await look(world, { code, fact: '30123456' })).status).toBe(200)
    expect((await look(world, { code, fact: '30123456' })).status).toBe(429)
  })

  it('is slowed down at one form from however many addresses, and at all that names nothing', async () => {
    const world = await buildWorld(manyAddresses())
    const { codigoMunicipio: code } = await answered(world)
    for (let turn = 0; turn < 300; turn += 1) await look(world, { code })
    expect((await look(world, { code })).status).toBe(429)
    for (let turn = 0; turn < 300; turn += 1) await look(world, { code: `XX${turn + 1}` })
    expect((await look(world, { code: 'XX9999' })).status).toBe(429)
  })

  it('guesses at references in the bucket of the records that these open', async () => {
    const world = await buildWorld(manyAddresses())
    const { id } = await answered(world)
    for (let turn = 0; turn < 120; turn += 1) expect((await look(world, { code: id.slice(0, 6) })).status).toBe(200)
    for (let turn = 0; turn < 100; turn += 1) await look(world, { code: `7Z${1000 + turn}` })
    expect((await look(world, { code: '7Z9999' })).status).toBe(429)
    const records = await world.ask('POST', '/api/public/records', { body: { code: '7Z9998', language: 'es' } })
    expect(records.status).toBe(429)
    expect((await world.ask('GET', PATH, { headers: { origin: ORIGIN } })).status).toBe(200)
  })
})
