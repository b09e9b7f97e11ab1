import { getVisibleText } from '#domain/kernel/index.ts'
import { useEffect, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { takesAnswer } from '#domain/templates/index.ts'
import type { Citizen } from '#domain/citizens/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { Banner, useAccount, useOnline, useProblemText } from '#ui/index.ts'
import { useStore } from 'zustand'
import type { AnsweringSession } from '../session.ts'

/** Delay between the last change of the citizen and the request, milliseconds. Avoids a request per typed digit. */
const SETTLED_MS = 600

/** Warns early that the form accepts no more answers, or no answers about this citizen. Not shown offline. */
export function AcceptanceNotice({ session }: { readonly session: AnsweringSession }) {
  const problemText = useProblemText()
  const refusal = useRefusal(session)
  return (
    <div role="alert">
      {refusal !== null && (
        <Banner tone="attention">
          {problemText(refusal)}. <Trans>If you save the answer anyway, a supervisor will decide.</Trans>
        </Banner>
      )}
    </div>
  )
}

function useRefusal({ form }: AnsweringSession): Problem | null {
  const { ask } = useAccount()
  const online = useOnline()
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const { id, opcionales } = form.template
  const about = useStore(form.state, ({ header }) => buildCitizenIdentityKey(header.citizen))
  const isAsked = online && (opcionales.limitResponses || (opcionales.singleAnswer && about !== ''))
  useEffect(() => {
    if (!isAsked) return
    let hasLeft = false
    const checkAcceptance = async (): Promise<void> => {
      const outcome = await ask(takesAnswer, { id, ...(JSON.parse(about === '' ? '{}' : about) as object) })
      if (!hasLeft) setRefusal(outcome.kind === 'ok' ? outcome.value.refusal : null)
    }
    const timer = setTimeout(() => void checkAcceptance(), SETTLED_MS)
    return () => {
      hasLeft = true
      clearTimeout(timer)
    }
  }, [ask, id, isAsked, about])
  return isAsked ? refusal : null
}

/** The citizen's identifiers as JSON query parameters; empty without identifiers. */
function buildCitizenIdentityKey(citizen: Citizen | undefined): string {
  const { id, dni = '', cuit = '' } = citizen ?? {}
  const names = Object.entries({ citizen: id ?? '', dni, cuit }).filter(([, name]) => getVisibleText(name) !== '')
  return names.length === 0 ? '' : JSON.stringify(Object.fromEntries(names))
}
