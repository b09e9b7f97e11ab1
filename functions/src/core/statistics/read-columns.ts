import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { refuse, toInstant, type AreaPath, type Language, type Result, type TemplateId } from '#domain/kernel/index.ts'
import {
  encodeFrame,
  ColumnPart,
  parseMeasure,
  encodeLastFrame,
  type Measure,
  type PartName,
  type WholeForm,
  type WholeFormContext,
} from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import { pickAggregates, readFormTimeZone } from '../counting/of-form.ts'
import { readOutline } from '../counting/outlines.ts'
import { buildVisibility } from '../counting/sees.ts'
import { NO_STORE } from '../http/security-headers.ts'
import { CatchingUpError, type Ports } from '../ports.ts'
import { readAreaNames, findStatisticsForm } from './read-form.ts'

/** Maximum answers that a device counts. */
const MAX_ANSWERS = 100_000
/** Maximum unpacked bytes on a device. Columns of texts that do not fit are left out. */
const MAX_BYTES = 64 * 1024 * 1024
/**
 * Queue limit. Columns are built one at a time, because each form takes seconds of the thread. Further requests retry
 * after `RETRY_SECONDS` seconds.
 */
const MAX_WAITING = 8
const RETRY_SECONDS = 30
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

type ColumnsRequester = { readonly user: User; readonly signal: AbortSignal }

/**
 * Columns of the answers that this reader may see, for a device that counts offline, as gzipped frames
 * (`decodeFrames`). Empty when the form hides small counts, has too many answers, or is still being counted. Same
 * refusals as the figures, and server.busy when the queue is full.
 */
export async function streamColumns(
  ports: Pick<Ports, 'store' | 'clock'>,
  by: ColumnsRequester,
  id: TemplateId,
  language: Language | undefined,
): Promise<Result<never> | Response> {
  const form = await findStatisticsForm(ports.store, by.user, id)
  if (!form.ok) return form
  if (form.value.opcionales.hideSmallCounts) return buildBinaryReply(undefined)
  if (waiting >= MAX_WAITING) return refuse('server.busy', { seconds: RETRY_SECONDS })
  waiting += 1
  const turn = last.then(() => readColumnsInTurn(ports, by, id, language)).finally(() => (waiting -= 1))
  last = turn.catch(() => undefined)
  return turn
}

/** Checks user and form again, because the wait in the queue may be long. */
async function readColumnsInTurn(
  ports: Pick<Ports, 'store' | 'clock'>,
  { user, signal }: ColumnsRequester,
  id: TemplateId,
  language: Language | undefined,
): Promise<Result<never> | Response> {
  if (signal.aborted) throw new CatchingUpError()
  const reader = await ports.store.get(keys.user(user.id))
  if (reader === undefined) return refuse('template.missing')
  const form = await findStatisticsForm(ports.store, reader, id)
  if (!form.ok) return form
  return buildBinaryReply(
    form.value.opcionales.hideSmallCounts
      ? undefined
      : await columnsFor(ports, { user: reader, signal }, form.value, language),
  )
}

function buildBinaryReply(body: ArrayBuffer | undefined): Response {
  return new Response(body ?? null, { headers: { ...NO_STORE, 'content-type': 'application/octet-stream' } })
}

async function columnsFor(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, signal }: ColumnsRequester,
  form: FormTemplate,
  language: Language | undefined,
): Promise<ArrayBuffer | undefined> {
  const timeZone = await readFormTimeZone(store, form)
  const aggregates = pickAggregates(store)
  if ((await aggregates.open(form.id, timeZone, clock)) < 100) return undefined
  const sees = buildVisibility(user)
  const at = toInstant(clock())
  const whole = await aggregates.whole({ form: form.id, timeZone, sees, signal }, MAX_ANSWERS)
  if (whole === undefined) return undefined
  const { id, titulo, descripcion, version, estados } = form
  const telling: Omit<WholeFormContext, 'leftOut'> = {
    form: { id, titulo, descripcion, version, estados: { disponibles: estados.disponibles } },
    outline: await readOutline(store, form, await aggregates.versions(id, sees), language),
    at,
    timeZone,
    own: sees.own !== undefined,
    areas: [...(await readAreaNames(store, areasIn(whole)))],
  }
  const made = packFrames(whole, telling, signal)
  const frames = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (into) => {
      const { done, value } = await made.next()
      if (done === true) into.close()
      else into.enqueue(value)
    },
  })
  return new Response(frames.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}

/** Packs one part per frame, texts last. Each part is dropped once packed, and other requests run between frames. */
async function* packFrames(
  whole: Map<PartName, ColumnPart>,
  telling: Omit<WholeFormContext, 'leftOut'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const leftOut: Measure[] = []
  let size = 0
  for (const name of [...whole.keys()].toSorted((a, b) => Number(isOfTexts(a)) - Number(isOfTexts(b)))) {
    const frame = encodeFrame(name, whole.get(name) ?? new ColumnPart())
    whole.delete(name)
    if (size + frame.length > MAX_BYTES && !name.startsWith('#')) leftOut.push(name as Measure)
    else {
      size += frame.length
      yield frame
    }
    await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) throw new CatchingUpError()
  }
  yield encodeLastFrame({ ...telling, leftOut })
}

function isOfTexts(name: PartName): boolean {
  return !name.startsWith('#') && parseMeasure(name as Measure).kind === 'texts'
}

function areasIn(whole: WholeForm): readonly AreaPath[] {
  const answers = whole.get('#answers')
  const numbers = new Set(answers?.words('w:area'))
  return [...numbers].flatMap((number) => (number === 0 ? [] : [answers?.texts[number - 1] as AreaPath]))
}
