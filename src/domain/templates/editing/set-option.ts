import type { ProblemCode } from '../../kernel/problem.ts'
import { currencyOf, type Currency } from '../../payments/currency.ts'
import { isLinkedToManagementSystem, setManagementSystemLink, updatePdfSettings } from './edit-form.ts'
import { setCurrency } from './edit-payment.ts'
import { setSignatureCount } from './edit-signatures.ts'
import type { EditorForm, NewKey, FormOptionName } from '../form/editor-form.ts'
import type { EditingLocks } from './locks.ts'
import { findFormOptionLock, switchFormOption } from './option-rules.ts'
import { typedKeys } from '../../kernel/typed-entries.ts'

/**
 * Switches an option of the form, with these consequences:
 * - exclusions and dependencies: see the table in option-rules.ts
 * - incidents switch on the link to the management system
 * - the digital signature adds a signature if there is none
 * - payments get the municipality's currency if the form has none
 * - portable print removes the logo
 *
 * Contents of an option (image, agenda, text, limit) are kept while it is off.
 * @param context `currency`: currency of the municipality
 */
export function setFormOption(
  form: EditorForm,
  option: FormOptionName,
  on: boolean,
  { newKey, currency }: { readonly newKey: NewKey; readonly currency?: Currency | undefined },
): EditorForm {
  if (option === 'pdfPortablePrint') return updatePdfSettings(form, { portablePrint: on })
  const opcionales = switchFormOption(form.opcionales, option, on)
  if (opcionales === form.opcionales) return form
  const after = { ...form, opcionales }
  if (option === 'incidentes' && on) return setManagementSystemLink(after, true)
  if (option === 'digitalSignature' && on && after.signatures.length === 0) return setSignatureCount(after, 1, newKey)
  if (option === 'addPaymentGateway' && on && currency !== undefined && currencyOf(after) === undefined)
    return setCurrency(after, currency)
  return after
}

/** Data on which the rules for options depend, in addition to the other options. */
export type FormOptionContext = {
  readonly locks: EditingLocks
  /** whether the municipality has an id in the management system */
  readonly managementSystem: boolean
  /** whether the user may make forms public and private */
  readonly scope: boolean
  /** whether the stored form is public */
  readonly wasPublic: boolean
}

/**
 * Returns the options that cannot be switched on, with the reason. Switching off is prevented only if the locks forbid
 * all changes and, for `publico`, if the user lacks the right to publish.
 */
export function findFormOptionLocks(
  form: EditorForm,
  { locks, managementSystem, scope, wasPublic }: FormOptionContext,
): Readonly<Partial<Record<FormOptionName, ProblemCode>>> {
  const found: Partial<Record<FormOptionName, ProblemCode>> = {}
  for (const option of typedKeys(form.opcionales)) {
    const code = locks.everything ? 'template.locked' : findFormOptionLock(form.opcionales, option)
    if (code !== null) found[option] = code
  }
  if (!scope && form.opcionales.publico === wasPublic) found.publico ??= 'option.not-for-role'
  if (!managementSystem && !isLinkedToManagementSystem(form)) found.incidentes ??= 'option.needs-management-system'
  return found
}
