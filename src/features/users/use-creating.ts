import { useState, type ReactNode, type RefCallback } from 'react'
import { useLingui } from '@lingui/react/macro'
import { createUser, factsOfNew } from '#domain/users/index.ts'
import { problemOf } from '#domain/endpoints/index.ts'
import { verifyMuniCoreUser } from '#domain/integrations/index.ts'
import { newUserId, type Language, type Problem } from '#domain/kernel/index.ts'
import type { MunicipalityOfList } from '#domain/places/index.ts'
import { notify, useAct, useConfirmedAct, useProblemText, useFailureText } from '#ui/index.ts'
import { useFaults, type Faults } from './faults.ts'
import { newUserOf, type Person } from './person.ts'

export type Creating = {
  readonly busy: boolean
  readonly failure: string | null
  readonly faults: Faults
  /** ref of the field of the areas */
  readonly areasField: RefCallback<HTMLElement>
  /** stands somewhere in the screen */
  readonly dialog: ReactNode
  /** @param municipality whose areas were chosen; undefined while none is */
  readonly create: (person: Person, municipality: MunicipalityOfList | undefined) => Promise<void>
}

/**
 * Creates a user: what is missing is said at once; the management system is asked whether it knows the username; the
 * server judges all of it again. @param onDone with the link for a password, where no mail takes it to them
 */
export function useCreating(onDone: (link?: string) => void, request?: string): Creating {
  const { t, i18n } = useLingui()
  const textOf = useProblemText()
  const failureText = useFailureText()
  const verifying = useAct(verifyMuniCoreUser)
  const creating = useConfirmedAct(createUser)
  // Made once: pressing the button again after a lost reply makes no second user.
  const [id] = useState(() => newUserId(crypto.getRandomValues(new Uint8Array(16))))
  const { faults, failure, areasField, refused, clear } = useFaults()

  type Outside = { readonly text: string; readonly code?: Problem['code'] }
  /** Why the management system keeps this user from being created; null when it does not. */
  async function refusalOutside(person: Person, municipality: MunicipalityOfList): Promise<Outside | null> {
    if (municipality.idMuniCore === undefined) return null
    const asked = await verifying.act({
      body: {
        userMuniCore: person.userMuniCore,
        idMunicipioMuniCore: municipality.idMuniCore,
        useAWS: municipality.usarAWS,
      },
    })
    if (asked.kind !== 'ok')
      return { text: failureText(asked, t`An error occurred while verifying the user in MuniGestión`) }
    return asked.value.result
      ? null
      : { text: textOf({ code: 'user.username-invalid' }), code: 'user.username-invalid' }
  }

  async function create(person: Person, municipality: MunicipalityOfList | undefined): Promise<void> {
    const user = newUserOf(person)
    const facts = factsOfNew(user)
    if (!facts.ok || municipality === undefined) {
      const problem: Problem = facts.ok ? { code: 'user.area-required' } : facts.problem
      return refused(person, textOf(problem), problem.code)
    }
    clear()
    const outside = await refusalOutside(person, municipality)
    if (outside !== null) return refused(person, outside.text, outside.code)
    const done = await creating.act({
      body: { id, user, language: i18n.locale as Language, ...(request === undefined ? {} : { request }) },
    })
    if (done.kind !== 'ok')
      return refused(
        person,
        failureText(done, t`An error occurred, the user could not be created.`),
        problemOf(done).code,
      )
    const created = t`User created correctly`
    // Who comes by single sign-on gets no letter, and a link that no letter takes is shown.
    const isInvited = request === undefined && done.value.link === undefined
    const { email } = person
    const invited = t`An e-mail with a link for their password goes to ${email}.`
    notify({ tone: 'received', text: isInvited ? `${created}. ${invited}` : created })
    onDone(done.value.link)
  }

  return { busy: verifying.busy || creating.busy, failure, faults, areasField, dialog: creating.dialog, create }
}
