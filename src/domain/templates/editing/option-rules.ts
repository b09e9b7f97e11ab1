import type { TemplateOptions } from '../documents/options.ts'
import type { ProblemCode } from '../../kernel/problem.ts'
import type { FormOptionName } from '../form/editor-form.ts'
import { typedKeys } from '../../kernel/typed-entries.ts'

/** Rule that forbids an option while `unless` holds, and the reason. */
type OptionRule = { readonly unless: (on: TemplateOptions) => boolean; readonly code: ProblemCode }

/**
 * Rules between options (part 2, point 4; part 1, point 4), one row per reason:
 *
 * | option | not allowed | source |
 * |---|---|---|
 * | publico | with ciudadano, with the citizen portal | mutual exclusion |
 * | ciudadano | with publico, with the citizen portal | mutual exclusion; no citizen on a public form |
 * | citizenAssociationFromCitizenPortal | with publico, with ciudadano | mutual exclusion |
 * | ciudadanoRequerido | without ciudadano | no citizen to require |
 * | automaticDownload, customizedVoucher | without publico | switching public off disables them |
 * | envioEmail | with addAppointment | disabled by the appointment, not vice versa |
 * | notifyCitizen | with neither ciudadano nor the citizen portal | addition: no citizen to notify |
 * | offersNearby | without publico, without geolocalizacion | addition: only for the public; needs a location |
 * | checksAnswers | with neither publico nor the citizen portal | addition: staff check nothing before sending |
 * | linkOnly | without publico | addition: only public forms are listed |
 * | startLikeLast | with publico | addition: devices without an account keep no answers |
 * | signatureEditableAnswer | without digitalSignature | nothing to sign |
 * | singleAnswer | with publico, or with neither ciudadano nor citizen portal | no citizen whose answers are counted |
 */
const RULES: Readonly<Partial<Record<FormOptionName, readonly OptionRule[]>>> = {
  publico: [
    { unless: (on) => on.ciudadano, code: 'option.not-with-citizen' },
    { unless: (on) => on.citizenAssociationFromCitizenPortal, code: 'option.not-with-portal' },
  ],
  ciudadano: [
    { unless: (on) => on.publico, code: 'option.not-with-public' },
    { unless: (on) => on.citizenAssociationFromCitizenPortal, code: 'option.not-with-portal' },
  ],
  citizenAssociationFromCitizenPortal: [
    { unless: (on) => on.publico, code: 'option.not-with-public' },
    { unless: (on) => on.ciudadano, code: 'option.not-with-citizen' },
  ],
  ciudadanoRequerido: [{ unless: (on) => !on.ciudadano, code: 'option.needs-citizen' }],
  automaticDownload: [{ unless: (on) => !on.publico, code: 'option.needs-public' }],
  customizedVoucher: [{ unless: (on) => !on.publico, code: 'option.needs-public' }],
  offersNearby: [
    { unless: (on) => !on.publico, code: 'option.needs-public' },
    { unless: (on) => !on.geolocalizacion, code: 'option.needs-location' },
  ],
  checksAnswers: [
    {
      unless: (on) => !on.publico && !on.citizenAssociationFromCitizenPortal,
      code: 'option.needs-public-or-portal',
    },
  ],
  linkOnly: [{ unless: (on) => !on.publico, code: 'option.needs-public' }],
  startLikeLast: [{ unless: (on) => on.publico, code: 'option.not-with-public' }],
  notifyCitizen: [
    { unless: (on) => !on.ciudadano && !on.citizenAssociationFromCitizenPortal, code: 'option.needs-citizen' },
  ],
  envioEmail: [{ unless: (on) => on.addAppointment, code: 'option.not-with-appointment' }],
  signatureEditableAnswer: [{ unless: (on) => !on.digitalSignature, code: 'option.needs-signature' }],
  singleAnswer: [
    { unless: (on) => on.publico, code: 'option.not-with-public' },
    { unless: (on) => !on.ciudadano && !on.citizenAssociationFromCitizenPortal, code: 'option.needs-citizen' },
  ],
}

/** Returns the reason why an option must not be on, given the other options; null if it may be on. */
export function findFormOptionLock(options: TemplateOptions, option: FormOptionName): ProblemCode | null {
  return RULES[option]?.find((rule) => rule.unless(options))?.code ?? null
}

/**
 * Switches an option on or off. An option that a rule forbids stays off, and screens show the reason
 * (`findFormOptionLocks`). Also switches off options that the change forbids, such as those that need the option
 * switched off. Switching off always works, so that contradictory forms can be fixed.
 */
export function switchFormOption(options: TemplateOptions, option: FormOptionName, on: boolean): TemplateOptions {
  if (options[option] === on || (on && findFormOptionLock(options, option) !== null)) return options
  const after: TemplateOptions = { ...options, [option]: on }
  // Needs only one pass, because no option depends on an option that a rule switches off (option-rules.test.ts).
  const disabledFlags = FLAGS.filter(
    (flag) => after[flag] && findFormOptionLock(options, flag) === null && findFormOptionLock(after, flag) !== null,
  )
  return { ...after, ...Object.fromEntries(disabledFlags.map((flag) => [flag, false])) }
}

const FLAGS = typedKeys(RULES)

/** Returns the options that are on although a rule forbids it, with the reason. The server refuses them. */
export function findFormOptionContradictions(
  options: TemplateOptions,
): readonly { readonly option: FormOptionName; readonly code: ProblemCode }[] {
  return FLAGS.flatMap((option) => {
    const code = options[option] ? findFormOptionLock(options, option) : null
    return code === null ? [] : [{ option, code }]
  })
}
