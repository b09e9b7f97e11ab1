import type { SubmitMutation } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Problem } from '#domain/kernel/index.ts'

/** Counts the cases of a run: a kind of answer or refusal that never occurred would prove nothing. */
export type Tally = ReturnType<typeof createTally>

/** Minimum occurrences per hundred runs; about a tenth of the expected number, so that chance fails no run. */
const OFTEN: Readonly<Record<string, number>> = {
  taken: 20,
  'refused alike': 20,
  ...all('answer', 'combined', 'imagen', 'documento', 'video', 'rows', 'conditions', 'typed citizen', 'company'),
  ...all(
    'answer',
    'registered citizen',
    'recipient',
    'address',
    'point',
    'state',
    'signature',
    'signature kept editable',
  ),
  ...all('missing', 'value.required', 'answer.wrong-value', 'answer.citizen-required'),
  ...all('missing', 'answer.citizen-invalid', 'answer.location-required', 'signature.required'),
  ...all('missing', 'signature.name-required'),
  ...all('edit', 'fit', 'value', 'input', 'attach', 'detach', 'draw', 'wipe', 'check', 'uncheck', 'add', 'remove'),
  ...all('edit', 'undo', 'citizen', 'location', 'recipient', 'sign', 'state'),
  ...all('forged', 'citizen', 'recipient', 'signature', 'twice', 'state', 'more', 'fewer', 'misplaced', 'lying'),
  ...all('corrected', 'unsigned', 'signed', 'locked'),
}

function all(about: string, ...what: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(what.map((one) => [`${about}: ${one}`, 0.5]))
}

export function createTally() {
  const counts = new Map<string, number>()
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  return {
    count,
    countAnswer: (template: FormTemplate, submit: SubmitMutation): void => {
      for (const what of heldIn(template, submit)) count(`answer: ${what}`)
    },
    /** @param problems all problems of the answer; empty: it may be sent */
    countVerdict: (problems: readonly Problem[]): void => {
      if (problems.length === 0) count('taken')
      for (const code of new Set(problems.map((problem) => problem.code))) count(`missing: ${code}`)
    },
    /** Cases that occurred less often than they should in a run of this length, with their counts. */
    rare: (runs: number): readonly string[] =>
      Object.entries(OFTEN)
        .filter(([what, often]) => (counts.get(what) ?? 0) < Math.floor((often * runs) / 100))
        .map(([what]) => `${what}: ${counts.get(what) ?? 0}`),
  }
}

function heldIn({ opcionales }: FormTemplate, { content, header }: SubmitMutation): readonly string[] {
  const values = Object.values(content.values)
  const { citizen, persona, location, state, signatures } = header
  const held: Readonly<Record<string, boolean>> = {
    combined: values.some(({ combined }) => Object.keys(combined ?? {}).length > 0),
    imagen: values.some(({ imagen }) => imagen !== undefined),
    documento: values.some(({ documento }) => documento !== undefined),
    video: values.some(({ video }) => video !== undefined),
    rows: Object.keys(content.rows).length > 0,
    conditions: Object.keys(content.conditions).length > 0,
    'typed citizen': citizen !== undefined && citizen.id === undefined && citizen.tipo === 'fisica',
    company: citizen?.tipo === 'juridica',
    'registered citizen': citizen?.id !== undefined,
    recipient: persona !== undefined,
    address: (location?.direccion ?? '').trim() !== '',
    point: location?.latlng !== undefined,
    state: state !== undefined,
    signature: signatures.length > 0,
    'signature kept editable': signatures.length > 0 && opcionales.signatureEditableAnswer,
  }
  return Object.keys(held).filter((what) => held[what] === true)
}
