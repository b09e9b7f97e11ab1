import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from './start.ts'

const CODE = 'c'.repeat(43)
let product: Server
let home = ''
let sandbox: Sandbox
/** Requests to the product, and the token that it accepts. */
const asked: { authorization: string | undefined; body: string }[] = []

beforeAll(async () => {
  product = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { authorization } = request.headers
      asked.push({ authorization, body })
      const isGood = authorization === 'Bearer good'
      response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isGood ? { code: CODE } : { error: { code: 'token.invalid' } }))
    })
  })
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  home = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  sandbox = await startSandbox(undefined, () => home)
})
afterAll(async () => {
  await sandbox.close()
  await new Promise<void>((resolve) => product.close(() => resolve()))
})

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const login = async (token: string | undefined) => {
  const { url, token: bearer } = sandbox.addresses.citizenPortal
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ token, testMode: false })
  return (await fetch(`${url}/getCitizenLoginWithOaToken`, { method: 'POST', headers, body })).json()
}

describe('the page of the portal', () => {
  const portal = () => sandbox.pages?.portal ?? ''

  it('leads into the product with a token of its own each time, which lets Rosa in once', async () => {
    const first = (await post(`${portal()}/contestar`, { form: 'luz & agua' })).headers.get('location') ?? ''
    const second = (await post(`${portal()}/respuestas`, {})).headers.get('location') ?? ''
    const [form, ofForm] = /^.*\/ciudadano\/contestar\/luz%20%26%20agua\/(oa-.+)$/.exec(first) ?? []
    const [list, ofList] = /^.*\/ciudadano\/formularios\/respuestas\/(oa-.+)$/.exec(second) ?? []
    expect([form?.startsWith(home), list?.startsWith(home), ofForm === ofList]).toEqual([true, true, false])
    expect(await login(ofForm)).toMatchObject({ code: 200, dni: '30111222', idRespuestaMG: expect.any(String) })
    expect(await login(ofForm)).toEqual({ code: 401 })
    expect(await login(ofList)).toMatchObject({ code: 200, dni: '30111222' })
  })

  it('names the form of the demonstration that citizens can answer', async () => {
    const page = await (await fetch(portal())).text()
    expect(page).toContain('value="pedido-poda"')
    expect(page).toContain('(Pedido de poda)')
  })

  it('gives no token to who only looks, and none without a form', async () => {
    expect(await (await fetch(portal())).text()).not.toContain('oa-')
    expect((await fetch(`${portal()}/contestar`, { redirect: 'manual' })).status).not.toBe(303)
    expect((await post(`${portal()}/contestar`, {})).status).toBe(400)
  })
})

describe('the page of a site that shows forms', () => {
  const host = () => sandbox.pages?.host ?? ''
  const fields = { username: 'ines@relevo.example', form: 'farolas' }

  it("asks for a code as the user's server, and puts it behind the # of the frame, beside the lines that a host needs", async () => {
    const page = await (await post(host(), { ...fields, token: 'good' })).text()
    expect(asked.at(-1)).toEqual({ authorization: 'Bearer good', body: '{"username":"ines@relevo.example"}' })
    expect(page).toContain(`src="${home}/cis/contestar/farolas#code=${CODE}"`)
    for (const type of ['answer-saved', 'height', 'section']) expect(page).toContain(`data.type === '${type}'`)
    expect(page).not.toContain('good')
  })

  it('says which origin the municipality has to name, and what the product said to a token that it does not take', async () => {
    expect(await (await fetch(host())).text()).toContain(`<code>${new URL(host()).origin}</code>`)
    const refused = await post(host(), { ...fields, token: '<b>bad</b>' })
    expect([refused.status, await refused.text()]).toEqual([502, expect.stringContaining('El producto respondió 401')])
  })
})
