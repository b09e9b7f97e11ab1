import { answerIdSchema } from '#domain/kernel/index.ts'
import { lookAtPicture, readFilesOfDevice } from '../journeys/support/device-storage.ts'
import { areWhole, arrivedOnce } from '../journeys/support/main-job.ts'
import { INSPECTOR, NOTE_TITLE, SHOP_TITLE } from '../journeys/support/town.ts'
import type { Job } from './hands.ts'

/**
 * Signs in; without the server, goes from the list to "saved", with each page from the worker; once the server is back,
 * the code appears automatically.
 */
export const mainJob: Job = {
  name: 'signed in, answered without a network with photos and a signature, and with its code once there is one',
  run: async ({ hands, server, photos, step }) => {
    const { browser } = hands
    await browser.goTo(`${server.origin}/listar`)
    await hands.type({ name: 'E-mail' }, INSPECTOR.email)
    await hands.type({ name: 'Password' }, INSPECTOR.password)
    await hands.press({ kind: 'button', name: 'Sign in' })
    await hands.sees({ kind: 'link', name: `Answer ${NOTE_TITLE}` })
    await hands.workerControls()
    step('signed in, the app and its forms are on the device')

    await server.stop()
    await hands.turnTo(`${server.origin}/listar`)
    await hands.press({ kind: 'link', name: `Answer ${SHOP_TITLE}` })
    await hands.isAt(/^\/contestar\//)
    step('reloaded without the server, a form opened')
    const fields = { Nombre: 'Bar El Puente', Empleados: '4', Superficie: '82,50', Vencimiento: '01/03/2027' }
    for (const [within, text] of Object.entries(fields)) await hands.type({ within }, text)
    for (const [within, name] of [
      ['Rubros', 'Bar'],
      ['Estado', 'Bueno'],
      ['Matafuegos', 'Yes'],
    ] as const)
      await hands.press({ kind: 'text', name, within })
    const [front = '', exit = ''] = await photos(2)
    await hands.photo('Fachada', front)
    await hands.type({ within: 'Ubicación' }, 'Puerta principal')
    await hands.photo('Foto', exit)
    await hands.press({ kind: 'checkbox', name: 'Gastronómico' })
    await hands.type({ within: 'Cubiertos' }, '40')
    await hands.type({ name: 'First name', within: 'Responsable' }, 'Ana')
    await hands.type({ name: 'Last name', within: 'Responsable' }, 'Paz')
    await hands.press({ kind: 'button', name: 'Sign', within: 'Responsable' })
    await hands.draw('Responsable')
    await hands.sees({ kind: 'button', name: 'Undo stroke', within: 'Responsable' })
    await hands.press({ kind: 'button', name: 'Done', within: 'Responsable' })
    await hands.press({ kind: 'button', name: 'Save answer' })
    const path = await hands.isAt(/\/guardado\//)
    await hands.sees({ kind: 'heading', name: 'The answer was saved' })
    const id = answerIdSchema.parse(path.split('/').at(-1))
    const kept = await browser.evaluate(readFilesOfDevice, `relevo-${INSPECTOR.id}`)
    const files = kept.map(({ sha256, type, base64 }) => ({ sha256, type, bytes: Buffer.from(base64, 'base64') }))
    await areWhole(files, ({ type, bytes }) =>
      browser.evaluate(lookAtPicture, { type, base64: bytes.toString('base64') }),
    )
    step('answered and saved')

    await hands.turnTo(server.origin + path)
    await hands.sees({ kind: 'heading', name: 'The answer was saved' })
    await server.start()
    await hands.sees({ kind: 'heading', name: 'The answer was registered' })
    const code = await arrivedOnce(server, { id, files })
    await hands.sees({ kind: 'text', name: code })
    step(`back on line, and its code is ${code}`)
  },
}
