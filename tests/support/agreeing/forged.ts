import fc from 'fast-check'
import { type FileClaim, findReferencedFiles, type SubmitMutation } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { citizenSchema, personaSchema } from '#domain/citizens/index.ts'
import { ATTACHMENT_FIELDS } from '#domain/questions/index.ts'
import { claimFor } from '../builders/submit.ts'
import { FILES } from './files.ts'
import { PERSON } from './words.ts'

const WAYS = ['citizen', 'recipient', 'signature', 'twice', 'state', 'more', 'fewer', 'misplaced', 'lying'] as const
export type Forgery = (typeof WAYS)[number]
/** Messages that no screen would send, changed by hand after they were made. Several of each. */
export const forgeries = fc.subarray([...WAYS], { minLength: 4, maxLength: 6 })

export const CLAIMS: readonly FileClaim[] = FILES.map(({ bytes, type, name }) => claimFor(bytes, type, name))
const [PHOTO, , SIGNATURE, PLAN] = CLAIMS as readonly [FileClaim, FileClaim, FileClaim, FileClaim]

/** @returns undefined where this message has nothing to forge in this way */
export function forged(template: FormTemplate, submit: SubmitMutation, how: Forgery): SubmitMutation | undefined {
  const { header, content, files } = submit
  const withHeader = (change: Partial<SubmitMutation['header']>): SubmitMutation => ({
    ...submit,
    header: { ...header, ...change },
  })
  const sign = (indexSignature: number): SubmitMutation => {
    const one = { indexSignature, title: 'Titular', firstName: 'Ana', lastName: 'Paz', image: SIGNATURE.sha256 }
    const more = files.some(({ sha256 }) => sha256 === SIGNATURE.sha256) ? [] : [SIGNATURE]
    return { ...withHeader({ signatures: [...header.signatures, one] }), files: [...files, ...more] }
  }
  switch (how) {
    case 'citizen':
      return template.opcionales.ciudadano ? undefined : withHeader({ citizen: citizenSchema.parse(PERSON) })
    case 'recipient':
      return template.opcionales.destinatario
        ? undefined
        : withHeader({ persona: personaSchema.parse({ nombre: 'Nadie' }) })
    case 'signature':
      return sign(7)
    case 'twice': {
      const [first] = header.signatures
      return first === undefined ? undefined : withHeader({ signatures: [...header.signatures, first] })
    }
    case 'state':
      return withHeader({ state: 9 })
    case 'more':
      return files.some(({ sha256 }) => sha256 === PLAN.sha256) ? undefined : { ...submit, files: [...files, PLAN] }
    case 'fewer':
      return files.length === 0 ? undefined : { ...submit, files: files.slice(1) }
    case 'misplaced':
    case 'lying': {
      const found = Object.entries(content.values).flatMap(([address, value]) =>
        ATTACHMENT_FIELDS.flatMap(({ field }) => (value[field] === undefined ? [] : [{ address, value, field }])),
      )[0]
      if (found === undefined) return undefined
      const { address, value, field } = found
      const wrong = field === 'imagen' ? PLAN : PHOTO
      const changed = {
        header,
        content: { ...content, values: { ...content.values, [address]: { ...value, [field]: wrong.sha256 } } },
      }
      const named = findReferencedFiles(changed)
      const others = files.filter(({ sha256 }) => named.has(sha256))
      if (others.some(({ sha256 }) => sha256 === wrong.sha256))
        return how === 'lying' ? undefined : { ...submit, ...changed, files: others }
      const type = files.find(({ sha256 }) => sha256 === value[field])?.type ?? ''
      return { ...submit, ...changed, files: [...others, how === 'lying' ? { ...wrong, type } : wrong] }
    }
  }
}
