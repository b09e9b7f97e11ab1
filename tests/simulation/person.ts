import { addressSchema, contentOf } from '#domain/answering/index.ts'
import type { Answer, FormTemplate } from '#domain/documents/index.ts'
import { newAnswerId, newMutationId, toInstant } from '#domain/kernel/index.ts'
import { type AnswerHeader, type FileClaim, mutationSchema, type Submit, submitSchema } from '#domain/sync/index.ts'
import { attachToDraft, listAnswers, listTemplates, readMeta, saveAnswer, saveDraft } from '#local/index.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import type { Chance } from './chance.ts'
import { alone, type SimDevice, type Tab } from './device.ts'
import type { Oracle, Saved } from './oracle.ts'

/** What the person is capturing in which process, so that a damaged disk knows whose bytes it damaged. */
export type AtWork = WeakMap<object, Saved>

export type Surroundings = {
  readonly chance: Chance
  readonly oracle: Oracle
  readonly atWork: AtWork
  /** one in so many photos is larger than an upload's chunk */
  readonly large: number
}

/** Fills in a form and saves it, as the answering screen does: journal, attachments, one transaction, then a run. */
export async function answerForm(device: SimDevice, tab: Tab, { chance, oracle, atWork, large }: Surroundings): Promise<void> {
  const { local, process } = tab
  await alone(process, async () => {
    const templates = await listTemplates(local)
    if (templates.length === 0) return
    const template = chance.pick(templates)
    const offset = (await readMeta(local, 'clockOffset')) ?? 0
    const { submit, bytes } = fill(template, device, tab, chance, large, Math.round(offset))
    for (const data of bytes.values()) await tab.deps.hash(data)
    if (!process.alive) return
    const saved: Saved = { submit, bytes, device, author: local.account, acknowledged: false, journaled: false, damaged: false }
    oracle.enter(saved)
    atWork.set(process, saved)
    const { answer: id, content, header, version } = submit
    const moment = toInstant(Math.max(0, device.clock()))
    const draft = { id, template: template.id, version, header, content, startedAt: moment, updatedAt: moment }
    for (let keystroke = chance.int(0, 2); keystroke >= 0; keystroke--) {
      if (!(await saveDraft(local, draft)).ok) return
      saved.journaled = true
    }
    const files = submit.files.map((claim) => ({ claim, data: toBuffer(bytes.get(claim.sha256)) }))
    const attached = chance.happens(0.5)
    if (attached) {
      for (const file of files) if (!(await attachToDraft(local, id, file)).ok) return
    }
    tab.reach('finalise')
    const done = await saveAnswer(local, { mutation: submit, draft: id, ...(attached ? {} : { files }) })
    if (!done.ok) return
    saved.acknowledged = true
    await tab.triggers.saved()
  })
}

/** Corrects or moves one of the answers that this device has of the server, as it stood when the device last heard of it. */
export async function changeAnswer(device: SimDevice, tab: Tab, { chance, oracle }: Surroundings): Promise<void> {
  const { local, process } = tab
  await alone(process, async () => {
    const known = (await listAnswers(local)).flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
    if (known.length === 0) return
    // The latest few, so that devices meet at the same answer.
    const answer = chance.pick(known.slice(0, 3))
    const mutation = mutationSchema.parse({
      id: newMutationId(chance.bytes(16)),
      author: local.account,
      device: tab.deps.device,
      clock: toInstant(Math.max(0, device.clock())),
      offset: 0,
      answer: answer.id,
      template: answer.idPlantilla,
      version: answer.templateVersion,
      base: answer.version,
      files: [],
      ...(answer.estados === undefined || chance.happens(0.3) ? correctionOf(answer, chance) : moveOf(answer.estados, chance)),
    })
    if (mutation.kind !== 'answer.correct' && mutation.kind !== 'answer.changeState') return
    const change = { mutation, device, author: local.account, acknowledged: false }
    oracle.changes.enter(change)
    if (!(await saveAnswer(local, { mutation })).ok) return
    change.acknowledged = true
    await tab.triggers.saved()
  })
}

function correctionOf(answer: Answer, chance: Chance) {
  const at = answer.estados === undefined ? '0/0' : chance.pick(['0/0', '0/1', '1/0'])
  const seen = contentOf(answer).values[addressSchema.parse(at)] ?? null
  const value = { respuesta: at === '0/1' ? String(chance.int(0, 99)) : `corregido ${chance.int(0, 1_000_000)}` }
  const correction = { values: [{ at, seen, value }], conditions: [], rows: [] }
  return { kind: 'answer.correct', correction, resolves: [] }
}

function moveOf({ actual, disponibles }: NonNullable<Answer['estados']>, chance: Chance) {
  return { kind: 'answer.changeState', from: actual, to: chance.pick(disponibles).id }
}

function fill(template: FormTemplate, device: SimDevice, tab: Tab, chance: Chance, large: number, offset: number) {
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>()
  const capture = (type: string): FileClaim => {
    const size = chance.int(1, large) === 1 ? 1_100_000 : chance.int(200, 3_000)
    const data = picture(type, size, chance)
    const claim = claimFor(data, type, type === 'image/png' ? 'firma.png' : 'foto.jpg')
    bytes.set(claim.sha256, data)
    return claim
  }
  const shape = template.id === 'comercios' ? inspection(capture) : plain(chance)
  const submit: Submit = submitSchema.parse({
    id: newMutationId(chance.bytes(16)),
    answer: newAnswerId(chance.bytes(16)),
    author: tab.local.account,
    device: tab.deps.device,
    clock: toInstant(Math.max(0, device.clock())),
    offset,
    kind: 'answer.submit',
    template: template.id,
    version: template.version,
    ...shape,
  })
  return { submit, bytes }
}

function plain(chance: Chance): Pick<Submit, 'header' | 'content' | 'files'> {
  const text = `nota ${chance.int(0, 1_000_000)} ñ 漢 \u202e`
  const content = { values: { '0/0': { respuesta: text } }, conditions: {}, rows: {} } as Submit['content']
  return { header: { signatures: [] }, content, files: [] }
}

function inspection(capture: (type: string) => FileClaim): Pick<Submit, 'header' | 'content' | 'files'> {
  const [photo, exit, signature] = [capture('image/jpeg'), capture('image/jpeg'), capture('image/png')]
  const header: AnswerHeader = {
    signatures: [{ indexSignature: 0, title: 'Titular', firstName: 'Ana', lastName: 'Paz', image: signature.sha256 }],
  }
  const values = {
    '0/0': { respuesta: 'Bar El Puente' },
    '0/1': { respuesta: '4' },
    '0/4': { chosen: [0, 2] },
    '0/7': { imagen: photo.sha256 },
    '1/0': { respuesta: 'Puerta principal' },
    '1/r0/0': { respuesta: 'Salida de emergencia' },
    '1/r0/1': { imagen: exit.sha256 },
    '2/c0/0': { respuesta: '40' },
  }
  const content = { values, conditions: { '2': [0] }, rows: { '1': 1 } } as unknown as Submit['content']
  return { header, content, files: [photo, exit, signature] }
}

/** Random bytes behind the first bytes of a real picture: the server looks at what a file is. */
function picture(type: string, size: number, chance: Chance): Uint8Array<ArrayBuffer> {
  const start = type === 'image/png' ? [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] : [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0]
  const data = new Uint8Array(size)
  data.set(chance.bytes(Math.min(size, 400)))
  data.set(start)
  return data
}

function toBuffer(data: Uint8Array<ArrayBuffer> | undefined): ArrayBuffer {
  if (data === undefined) throw new Error('A file without bytes')
  return data.slice().buffer
}
