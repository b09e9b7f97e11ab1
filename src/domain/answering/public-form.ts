import {
  formTemplateSchema,
  publicFormSchema,
  type FormTemplate,
  type Promotion,
  type PublicForm,
} from '../documents/index.ts'
import { PUBLIC_AUTHOR } from '../kernel/author.ts'
import { asksForState, formAsAsked, NO_STATES } from './check-header.ts'

/** Nobody reads when a form was made where it is answered by the public. */
const LONG_AGO = '2000-01-01T00:00:00.000Z'

/**
 * What the public and citizens get of a form: its schema takes what it names, whatever else is stored.
 * @param picksState whether whoever answers is asked for the state; a citizen never is
 */
export function publicFormOf(
  form: FormTemplate,
  picksState = asksForState(formAsAsked(form, PUBLIC_AUTHOR)),
): PublicForm {
  return publicFormSchema.parse({ ...form, ...pricesOf(form), picksState })
}

/** Without what holds for some payers only: who reads the form would know the code, and the ID numbers of others. */
function pricesOf({ charge, ticketSale }: FormTemplate) {
  const isOpen = ({ code, dni }: Promotion): boolean => code === undefined && dni === undefined
  const all = [...(charge?.discounts ?? []), ...(ticketSale?.promotions ?? [])]
  return {
    charge: charge && {
      ...charge,
      discounts: charge.discounts.filter(isOpen),
      withCodes: all.some(({ code }) => code !== undefined),
    },
    ticketSale: ticketSale && { ...ticketSale, promotions: ticketSale.promotions.filter(isOpen) },
  }
}

/**
 * The other way round, on the device of whoever answers: what is not told is made up, and nothing there reads it. Of states it has as many as
 * `formAsAsked` gives the public.
 */
export function templateOfPublicForm(form: PublicForm): FormTemplate {
  return formTemplateSchema.parse({
    ...form,
    estados: NO_STATES,
    timeStamp: LONG_AGO,
  })
}
