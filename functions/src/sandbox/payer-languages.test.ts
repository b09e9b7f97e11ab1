import { expect, it } from 'vitest'
import {
  alertOf,
  buildPayerBrowser,
  fieldsOf,
  headOf,
  PAYER,
  unescaped,
  type Shown,
} from '#tests/support/server/payer-browser.ts'
import { there } from '#tests/support/there.ts'

const { ask, press, answered, putForm } = buildPayerBrowser()

/** Presses a language of the page's header, as a browser without script: it posts the form with what was typed. */
function choose(shown: Shown, name: string, typed: object = {}): Promise<Shown> {
  const [button] = there([...shown.text.matchAll(/<button ([^>]*)>([^<]*)</g)].find(([, , label]) => label === name))
  const attribute = (of: string): string => unescaped(new RegExp(` ${of}="([^"]*)"`).exec(button)?.[1] ?? '')
  expect([attribute('form'), /<form[^>]* id="step"/.test(shown.text)]).toEqual(['step', true])
  expect(button).toContain(' formnovalidate ')
  const fields = { ...fieldsOf(shown.text), ...typed, [attribute('name')]: attribute('value') }
  return ask('POST', attribute('formaction'), fields)
}

it('goes on in the language that was chosen in the header of a step, with what was typed in it', async () => {
  await putForm({}, { discounts: [{ name: 'Vecinos', code: 'VECINO', percentOff: 50 }] })
  const first = await ask('POST', '/pago', await answered())
  const order = await choose(first, 'English', { quanty: '3', code: 'VECI' })
  expect([headOf(order), alertOf(order), fieldsOf(order.text)]).toMatchObject([
    'Order',
    '',
    { quanty: '3', code: 'VECI', lang: 'en' },
  ])
  expect(fieldsOf(order.text)).not.toHaveProperty('zone')
  const zone = await choose(order, 'Español', { zone: '7', quanty: '2', code: 'VECINO' })
  expect([headOf(zone), fieldsOf(zone.text)]).toMatchObject([
    'Orden',
    { zone: '7', quanty: '2', code: 'VECINO', lang: 'es' },
  ])
  const data = await choose(await press(zone, 'data'), 'English', { ...PAYER, email: 'ana@' })
  expect([headOf(data), fieldsOf(data.text), data.text.includes('aria-invalid="true"')]).toMatchObject([
    'Your details',
    { ...PAYER, email: 'ana@', zone: '7', quanty: '2', code: 'VECINO' },
    false,
  ])
  const summary = await press(data, 'summary', PAYER)
  expect([headOf(summary), summary.text.includes('Vecinos')]).toEqual(['Summary', true])
  // Nothing is typed here, so the languages are links.
  expect(headOf(await ask('GET', `${summary.path}?lang=es`))).toBe('Resumen')
  expect(Math.max(...[order, data, summary].map(({ text }) => text.length))).toBeLessThan(10_000)
})

it('says what is wrong in the language that was chosen afterwards', async () => {
  await putForm({}, { discounts: [{ name: 'Vecinos', code: 'VECINO', percentOff: 50 }] })
  const first = await ask('POST', '/pago', await answered())
  const code = await choose(await press(first, 'data', { zone: '7', quanty: '1', code: 'NADA' }), 'English')
  expect([headOf(code), alertOf(code)]).toEqual([
    'Order',
    'This discount code is not valid. Check it or leave the field empty.',
  ])
  const next = await press(code, 'data', { code: '' })
  expect([headOf(next), next.text.includes('aria-invalid="true"')]).toEqual(['Your details', false])
  const wrong = await press(next, 'summary', { ...PAYER, email: 'ana@', dni: '' })
  const data = await choose(wrong, 'Español', { dni: '30111222' })
  expect(headOf(data)).toBe('Sus datos')
  expect(data.text.match(/id="[a-zA-Z]+-wrong"/g)).toEqual(['id="email-wrong"'])
})

it('lets Enter in a field go on, before any language', async () => {
  const order = await ask('POST', '/pago', await answered())
  const data = await press(order, 'data', { zone: '7', quanty: '1' })
  const firstButton = ({ text }: Shown): string | undefined => /<button ([^>]*)>/.exec(text)?.[1]
  const hidden = 'class="enter" tabindex="-1" aria-hidden="true"'
  expect([firstButton(order), firstButton(data)]).toEqual([
    `form="step" name="step" value="data" ${hidden}`,
    `form="step" name="step" value="summary" ${hidden}`,
  ])
})
