import { describe, expect, it } from 'vitest'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { sha256Schema, templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { SECRET, formWithSecrets } from '#tests/support/builders/telling-form.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

const SHELL = '<!doctype html><title>Relevo</title><body><div id="root"></div>'
const FORM = formWithSecrets({ opcionales: { publico: true, limitResponses: true }, responsesCount: 2 })

async function town(change: object = {}): Promise<World> {
  const world = await buildWorld({ publicShell: async () => SHELL })
  await world.put(keys.template(FORM.id), { ...FORM, ...change })
  return world
}

const page = (world: World, path = `/publico/contestar/${FORM.id}`) => world.ask('GET', path)

describe('the page of a public form', () => {
  it('says what the form is about before any script runs, and nothing that is stored beside it', async () => {
    const response = await page(await town({ titulo: 'Baches', descripcion: 'Avise de un bache.' }))
    const html = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).toContain('<title>Baches</title><meta name="description" content="Avise de un bache." />')
    expect(html).toContain('<h1>Baches</h1><p class="about">Avise de un bache.</p>')
    expect(html).toContain('<noscript>')
    expect(html).not.toContain(SECRET)
  })

  it('says what to do in an emergency before its questions, escaped, and no empty text', async () => {
    const html = async (textoEmergencia: string) => (await page(await town({ textoEmergencia }))).text()
    const written = await html('Si hay <b>peligro</b>, llame al 911.')
    const said = '<p class="emergency">Si hay &lt;b&gt;peligro&lt;/b&gt;, llame al 911.</p>'
    expect(written.indexOf(said)).toBeGreaterThan(0)
    expect(written.indexOf(said)).toBeLessThan(written.indexOf('<section class="fill"'))
    expect(await html(' ')).not.toContain('class="emergency"')
  })

  it('asks search engines not to list a form that is only for people with the link', async () => {
    const robots = async (world: World) => (await page(world)).headers.get('x-robots-tag')
    expect(await robots(await town())).toBeNull()
    expect(await robots(await town({ opcionales: { ...FORM.opcionales, linkOnly: true } }))).toBe('noindex')
  })

  it('shows what people wrote as they wrote it: no tag, no attribute and no pattern of a replacement gets through', async () => {
    const wicked = `</title><script>alert(1)</script>"'&$&$\``
    const html = await (await page(await town({ titulo: wicked, descripcion: wicked }))).text()
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="relevo-form">'])
    expect(html.split('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;$&amp;$`')).toHaveLength(5)
  })

  it('has its first questions as fields that can be typed into, in the language of the reader, and the form itself', async () => {
    const world = await town()
    const html = await (await page(world)).text()
    expect(html).toContain(
      '<label for="first-0-0" class="title">Nombre</label> <span class="note">* Respuesta obligatoria</span>',
    )
    expect(html).toMatch(/<textarea id="first-0-0" data-at="0\/0"[^>]*><\/textarea>/)
    expect(html).toMatch(/<input type="radio" name="first-0-6" data-at="0\/6" value="true"[^>]*\/><span>Sí<\/span>/)
    const embedded = /<script type="application\/json" id="relevo-form">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(embedded)).toEqual(await (await world.ask('GET', `/api/public/forms/${FORM.id}`)).json())
    const english = await world.ask('GET', `/publico/contestar/${FORM.id}`, { headers: { 'accept-language': 'en' } })
    expect(await english.text()).toContain('<span>Yes</span>')
  })

  it('says that its texts are not translated, where they are not in the reader’s language', async () => {
    const [first] = FORM.secciones
    const [asked] = first?.preguntas ?? []
    const both = { ...asked, tituloAlternativeLanguage_en: 'Name' }
    const world = await town({ titulo: 'Baches', secciones: [{ ...first, preguntas: [both, { ...asked, orden: 1 }] }] })
    const read = async (language: string) => {
      const headers = { 'accept-language': language }
      return (await world.ask('GET', `/publico/contestar/${FORM.id}`, { headers })).text()
    }
    const english = await read('en')
    expect(english).toContain('<h1 lang="es">Baches</h1>')
    expect(english).toContain(
      '<p class="help">This form is shown as the municipality wrote it. It has not been translated into English.</p>',
    )
    expect(english).toContain('<label for="first-0-0" class="title">Name</label>')
    expect(english).toContain('<label for="first-0-1" class="title" lang="es">Nombre</label>')
    const spanish = await read('es')
    expect(spanish).not.toMatch(/<main.* lang="|sin traducir/)
  })

  it('brings the words along that its reader reads, and no others', async () => {
    const link = (language: string): string =>
      `<link rel="preload" as="script" crossorigin href="/assets/${language}.js" data-words="${language}">`
    const shell = `<html lang="es"><head>\n${link('en')}\n${link('es')}\n</head><div id="root"></div>`
    const world = await buildWorld({ publicShell: async () => shell })
    await world.put(keys.template(FORM.id), FORM)
    for (const path of [`/publico/contestar/${FORM.id}`, `/publico/guardado/${FORM.id}/VIS1`]) {
      const html = await (await world.ask('GET', path, { headers: { 'accept-language': 'en-GB,es' } })).text()
      expect(html).toContain(`<html lang="en"><head>\n${link('en')}\n</head>`)
    }
  })

  it('of more than a hundred thousand characters leaves the form for the app to ask for', async () => {
    const [first] = FORM.secciones
    const preguntas = Array.from({ length: 600 }, (_, orden) => ({ ...first?.preguntas[0], orden }))
    const long = { ...first, preguntas }
    const html = await (await page(await town({ secciones: [long] }))).text()
    expect(html).toContain('data-at="0/0"')
    expect(html).not.toContain('relevo-form')
    // As many as the app renders at once.
    expect(html.match(/data-at=/g)).toHaveLength(12)
  })

  it('is framed by no one, and stored nowhere', async () => {
    const { headers } = await page(await town())
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['DENY', 'no-store'])
  })

  it('may be framed by the sites that its municipality names, and by no one else; whatever it says', async () => {
    const settings = { frameAncestors: ['https://villaserena.example', 'https://*.portal.example:8443'] }
    const world = await town({ deleted: true })
    await world.put(municipalityOfDocument(FORM), buildMunicipality({ settings }))
    for (const path of [`/publico/contestar/${FORM.id}`, `/publico/guardado/${FORM.id}/VIS1`]) {
      const { headers } = await page(world, path)
      expect(headers.get('content-security-policy')).toContain(
        'frame-ancestors https://villaserena.example https://*.portal.example:8443;',
      )
      expect(headers.get('x-frame-options')).toBeNull()
    }
    for (const path of ['/publico/contestar/no-hay', '/publico/guardado/no-hay/VIS1', '/api/public/forms/no-hay'])
      expect((await page(world, path)).headers.get('content-security-policy')).not.toContain('villaserena')
  })

  it("of a private form may be framed by no one, whatever its municipality's settings", async () => {
    const world = await town({ opcionales: { ...FORM.opcionales, publico: false } })
    await world.put(
      municipalityOfDocument(FORM),
      buildMunicipality({ settings: { frameAncestors: ['https://villaserena.example'], brandColour: '#7a1f5c' } }),
    )
    const response = await page(world)
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await response.text()).not.toContain('#7a1f5c')
  })

  it('carries the name of its municipality, also of one without logo and colour', async () => {
    const world = await town()
    await world.put(municipalityOfDocument(FORM), buildMunicipality({ nombre: 'Villa <b>' }))
    const html = await (await page(world)).text()
    expect(html).toContain('<section class="brand" aria-label="Villa &lt;b&gt;"><span>Villa &lt;b&gt;</span></section>')
  })

  it('carries the logo and the colour of its municipality, beside its name', async () => {
    const world = await town()
    const brandLogo = sha256Schema.parse('a'.repeat(64))
    const settings = { brandLogo, brandColour: '#7a1f5c' }
    await world.put(municipalityOfDocument(FORM), buildMunicipality({ nombre: 'Villa "Serena" <b>', settings }))
    for (const path of [`/publico/contestar/${FORM.id}`, `/publico/guardado/${FORM.id}/VIS1`]) {
      const html = await (await page(world, path)).text()
      expect(html).toContain(
        `aria-label="Villa &quot;Serena&quot; &lt;b&gt;" style="border-color: #7a1f5c"><img src="/api/municipalities/`,
      )
      expect(html).toContain(`${brandLogo}" alt="" height="40" /><span>Villa &quot;Serena&quot; &lt;b&gt;</span>`)
      expect(html.indexOf('class="brand"')).toBeLessThan(html.indexOf('id="root"'))
    }
  })

  it.each([
    ['private', { opcionales: { ...FORM.opcionales, publico: false } }, 404, 'El formulario a contestar no existe.'],
    ['deleted', { deleted: true }, 410, 'El formulario que desea contestar no existe o ha sido eliminado.'],
  ])('of a form that is %s says so, with its status', async (_, change, status, text) => {
    const response = await page(await town(change))
    expect([response.status, (await response.text()).includes(`<h1>${text}</h1>`)]).toEqual([status, true])
  })

  it('says that the municipality is blocked, that no more answers are taken, and that there is no such form', async () => {
    const world = await town()
    await world.put(keys.templateCounter(FORM.id), { count: 2 })
    const full = await page(world)
    await world.put(municipalityOfDocument(FORM), buildMunicipality({ inhabilitado: true }))
    const blocked = await page(world)
    const missing = await page(world, `/publico/contestar/${templateIdSchema.parse('no-hay')}`)
    const strange = await page(world, '/publico/contestar/%00%2e%2e')
    expect([full, blocked, missing, strange].map(({ status }) => status)).toEqual([422, 403, 404, 404])
    expect(await full.text()).toContain('Se alcanzó el límite de respuestas')
    expect(await blocked.text()).toContain('Acceso denegado. Municipio bloqueado')
  })

  it('looks at no session: anyone who is signed in is the public here', async () => {
    const world = await town()
    const signedIn = await world.ask('GET', `/publico/contestar/${FORM.id}`, { cookie: await world.signIn('ines') })
    expect([await signedIn.text(), signedIn.headers.get('set-cookie')]).toEqual([
      await (await page(world)).text(),
      null,
    ])
  })
})

it('the page of an answer has nothing of the answer in it, and an address of nothing is not found', async () => {
  const world = await town()
  await world.put(municipalityOfDocument(FORM), buildMunicipality({ nombre: 'Villa' }))
  const saved = await page(world, `/publico/guardado/${FORM.id}/<script>`)
  const brand = '<section class="brand" aria-label="Villa"><span>Villa</span></section>'
  expect([saved.status, await saved.text()]).toEqual([200, SHELL.replace('<div id="root">', (start) => brand + start)])
  expect((await page(world, '/publico/otra-cosa')).status).toBe(404)
})

it('says so when the app is not built', async () => {
  const world = await buildWorld({ publicShell: async () => undefined })
  expect((await page(world)).status).toBe(503)
})

describe('the address of the confirmation that names a citizen', () => {
  it.each(['/77', '/77/true', '/77/false'])('leads to the one that names none: %s', async (more) => {
    const world = await town()
    const response = await page(world, `/ciudadano/guardado/${FORM.id}/VIS1${more}`)
    const { headers } = response
    expect([response.status, headers.get('location')]).toEqual([302, `/ciudadano/guardado/${FORM.id}/VIS1`])
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store'])
    expect(await response.text()).toBe('')
    expect(world.log).toEqual([])
  })

  it('and any other address below it is a page that was not found, never JSON', async () => {
    const world = await town()
    for (const path of ['/ciudadano/otra', '/ciudadano', '/ciudadano/guardado/a/b/c/d/e']) {
      const response = await page(world, path)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('content-type')).toMatch(/^text\/(?:html|plain)/)
    }
  })

  it('leads nowhere else, whatever is in it', async () => {
    const world = await town()
    const path = (code: string) => `/ciudadano/guardado/${FORM.id}/${code}/77/true`
    for (const code of [
      '%2f%2fevil.example',
      '%5cevil.example',
      '%0d%0aset-cookie%3a%20a%3db',
      '%00',
      '%3fa%3db%23c',
    ]) {
      const response = await page(world, path(code))
      expect(response.headers.get('location')).toMatch(/^\/ciudadano\/guardado\/[^/\\?#\s]+\/[^/\\?#\s]+$/)
      expect(response.headers.get('set-cookie')).toBeNull()
    }
    expect((await page(world, `/ciudadano/guardado/%2e%2e%2f%2e%2e/VIS1/77`)).status).toBe(404)
    expect((await page(world, `/ciudadano/guardado/${FORM.id}/VIS1/77/perhaps`)).status).toBe(404)
    expect(world.log).toEqual([])
  })
})
