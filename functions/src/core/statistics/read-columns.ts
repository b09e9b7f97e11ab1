import type { FormTemplate, User } from '#domain/documents/index.ts'
import { toInstant, type AreaPath, type Language, type Result, type TemplateId } from '#domain/kernel/index.ts'
import {
  frameOf,
  partsOfMeasure,
  tellingFrame,
  type Measure,
  type PartName,
  type Whole,
  type WholeTelling,
} from '#domain/statistics/index.ts'
import { aggregatesOf, timeZoneOf } from '../counting/of-form.ts'
import { outlined } from '../counting/outlines.ts'
import { seesOf } from '../counting/sees.ts'
import { NO_STORE } from '../http/serve.ts'
import type { Ports } from '../ports.ts'
import { areaNames, formFor } from './read-form.ts'

type Frames = readonly Uint8Array<ArrayBuffer>[]

/** A device counts no more answers than that, and unpacks no more bytes; texts that do not fit are left out. */
const MOST_ANSWERS = 100_000
const MOST_BYTES = 64 * 1024 * 1024
/** One after the other: each is some seconds of the thread, in turns, and what it is made of in memory. */
let last: Promise<unknown> = Promise.resolve()

/**
 * What a form's figures are counted of, of the answers that this reader sees, for a device that counts them without a network: gzipped frames (`unpackWhole`). Nothing where the form's
 * author hides small counts, where there are more answers than a device counts, or while the server still counts. Refuses like the figures.
 */
export async function readColumns(
  ports: Pick<Ports, 'store' | 'clock'>,
  user: User,
  id: TemplateId,
  language: Language | undefined,
): Promise<Result<never> | Response> {
  const form = await formFor(ports.store, user, id)
  if (!form.ok) return form
  if (form.value.opcionales.hideSmallCounts) return bytes(null)
  const turn = last.then(() => framesFor(ports, user, form.value, language))
  last = turn.catch(() => undefined)
  const frames = await turn
  return bytes(frames && new Blob([...frames]).stream().pipeThrough(new CompressionStream('gzip')))
}

function bytes(body: ReadableStream<Uint8Array> | null): Response {
  return new Response(body, { headers: { ...NO_STORE, 'content-type': 'application/octet-stream' } })
}

async function framesFor(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  user: User,
  form: FormTemplate,
  language: Language | undefined,
): Promise<Frames | null> {
  const timeZone = await timeZoneOf(store, form)
  const aggregates = aggregatesOf(store)
  if ((await aggregates.open(form.id, timeZone, clock)) < 100) return null
  const sees = seesOf(user)
  const at = toInstant(clock())
  const whole = await aggregates.whole({ form: form.id, timeZone, sees }, MOST_ANSWERS)
  if (whole === undefined) return null
  const { frames, leftOut } = await packed(whole)
  const { id, titulo, descripcion, version, estados } = form
  const telling: WholeTelling = {
    form: { id, titulo, descripcion, version, estados: { disponibles: estados.disponibles } },
    outline: await outlined(store, form, await aggregates.versions(id, sees), language),
    at,
    timeZone,
    own: sees.own !== undefined,
    areas: [...(await areaNames(store, areasIn(whole)))],
    leftOut,
  }
  return [...frames, tellingFrame(telling)]
}

/** In turns of the thread; what only says texts comes last. */
async function packed(whole: Whole): Promise<{ readonly frames: Frames; readonly leftOut: readonly Measure[] }> {
  const frames: Uint8Array<ArrayBuffer>[] = []
  const leftOut: Measure[] = []
  let size = 0
  for (const [name, part] of [...whole].toSorted(([a], [b]) => Number(isOfTexts(a)) - Number(isOfTexts(b)))) {
    const frame = frameOf(name, part)
    if (size + frame.length > MOST_BYTES && !name.startsWith('#')) leftOut.push(name as Measure)
    else {
      frames.push(frame)
      size += frame.length
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { frames, leftOut }
}

function isOfTexts(name: PartName): boolean {
  return !name.startsWith('#') && partsOfMeasure(name as Measure).kind === 'texts'
}

function areasIn(whole: Whole): readonly AreaPath[] {
  const answers = whole.get('#answers')
  const numbers = new Set(answers?.words('w:area'))
  return [...numbers].flatMap((number) => (number === 0 ? [] : [answers?.texts[number - 1] as AreaPath]))
}
