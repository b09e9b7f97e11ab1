import type { ProblemCode } from '../../kernel/problem.ts'
import { currencyOf, type Currency } from '../../payments/currency.ts'
import { isSynchronised, setSynchronised, updatePdf } from './edit-form.ts'
import { setCurrency } from './edit-payment.ts'
import { setSignatureCount } from './edit-signatures.ts'
import type { EditorForm, NewKey, OptionFlag } from '../form/editor-form.ts'
import type { EditingLocks } from './locks.ts'
import { optionLock, withOption } from './option-rules.ts'

/**
 * Switches an option of the form, with everything that hangs on it:
 *
 * - what excludes what and what goes off with what: the table in option-rules.ts
 * - incidents need the synchronisation with the management system, so it is switched on with them
 * - digital signature starts with one signature to ask for
 * - payments begin in the currency of the form's municipality
 * - portable print takes the logo with it
 *
 * What an option showed (image, agenda, text, limit) is kept while it is off, and is back when it is switched on.
 * @param currency of the municipality
 */
export function setOption(
  form: EditorForm,
  option: OptionFlag,
  on: boolean,
  newKey: NewKey,
  currency?: Currency,
): EditorForm {
  if (option === 'pdfPortablePrint') return updatePdf(form, { portablePrint: on })
  const opcionales = withOption(form.opcionales, option, on)
  if (opcionales === form.opcionales) return form
  const after = { ...form, opcionales }
  if (option === 'incidentes' && on) return setSynchronised(after, true)
  if (option === 'digitalSignature' && on && after.signatures.length === 0) return setSignatureCount(after, 1, newKey)
  if (option === 'addPaymentGateway' && on && currency !== undefined && currencyOf(after) === undefined)
    return setCurrency(after, currency)
  return after
}

/** What the options hang on beside each other. */
export type OptionContext = {
  readonly locks: EditingLocks
  /** the municipality has an id in the management system */
  readonly managementSystem: boolean
  /** this person may make forms public, and private again */
  readonly scope: boolean
  /** the stored form is public */
  readonly wasPublic: boolean
}

/** The options that cannot be switched on now, and why. Switching off is barred only for a scope without the right. */
export function optionLocks(
  form: EditorForm,
  { locks, managementSystem, scope, wasPublic }: OptionContext,
): Readonly<Partial<Record<OptionFlag, ProblemCode>>> {
  const found: Partial<Record<OptionFlag, ProblemCode>> = {}
  for (const option of Object.keys(form.opcionales) as readonly OptionFlag[]) {
    const code = locks.everything ? 'template.locked' : optionLock(form.opcionales, option)
    if (code !== null) found[option] = code
  }
  if (!scope && form.opcionales.publico === wasPublic) found.publico ??= 'option.not-for-role'
  if (!managementSystem && !isSynchronised(form)) found.incidentes ??= 'option.needs-management-system'
  return found
}
