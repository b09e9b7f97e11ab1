import type { TemplateOptions } from '../documents/options.ts'
import type { ProblemCode } from '../../kernel/problem.ts'
import type { OptionFlag } from '../form/editor-form.ts'

/** Why an option may not be on: it needs one that is off, or one that is on keeps it off. */
type OptionRule = { readonly unless: (on: TemplateOptions) => boolean; readonly code: ProblemCode }

/**
 * The option interactions (part 2, point 4; part 1, point 4), one row for each reason:
 *
 * | option | may not be on | source |
 * |---|---|---|
 * | publico | with ciudadano, with the citizen portal | mutual exclusion |
 * | ciudadano | with publico, with the citizen portal | mutual exclusion; no citizen on a public form |
 * | citizenAssociationFromCitizenPortal | with publico, with ciudadano | mutual exclusion |
 * | ciudadanoRequerido | without ciudadano | there is no one to require |
 * | automaticDownload, customizedVoucher | without publico | turning public off disables them |
 * | envioEmail | with addAppointment | disabled by the appointment, not the other way round |
 * | notifyCitizen | without ciudadano and the citizen portal | ours: there is no one to write to |
 * | offersNearby | without publico, without geolocalizacion | ours: only the public is asked; it needs a place |
 * | startLikeLast | with publico | ours: a device without an account keeps no answers |
 * | signatureEditableAnswer | without digitalSignature | there is nothing that could be signed |
 * | singleAnswer | with publico, without ciudadano and the citizen portal | no one can be counted; devices forget |
 */
const RULES: Readonly<Partial<Record<OptionFlag, readonly OptionRule[]>>> = {
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

/** Why this option may not be on beside the others as they are, or null. */
export function optionLock(options: TemplateOptions, option: OptionFlag): ProblemCode | null {
  return RULES[option]?.find((rule) => rule.unless(options))?.code ?? null
}

/**
 * Switches an option, and with it off whatever cannot stay on. Switching on what may not be on changes nothing: the
 * screen shows why (`optionLocks`). Switching off is always possible, so that a contradictory form can be put right.
 */
export function withOption(options: TemplateOptions, option: OptionFlag, on: boolean): TemplateOptions {
  if (options[option] === on || (on && optionLock(options, option) !== null)) return options
  const after: TemplateOptions = { ...options, [option]: on }
  // One pass is enough: nothing that is switched off by another option is needed by a third (option-rules.test.ts).
  const losers = FLAGS.filter(
    (flag) => after[flag] && optionLock(options, flag) === null && optionLock(after, flag) !== null,
  )
  return { ...after, ...Object.fromEntries(losers.map((flag) => [flag, false])) }
}

const FLAGS = Object.keys(RULES) as readonly OptionFlag[]

/** The options that are on and may not be, each with the reason; the server refuses them. */
export function optionContradictions(
  options: TemplateOptions,
): readonly { readonly option: OptionFlag; readonly code: ProblemCode }[] {
  return FLAGS.flatMap((option) => {
    const code = options[option] ? optionLock(options, option) : null
    return code === null ? [] : [{ option, code }]
  })
}
