import { useEffect, useRef, useState } from 'react'
import {
  isCitizenEmpty,
  LEGAL_ENTITY_SURNAME,
  hasSameNumber,
  type Citizen,
  citizenSchema,
} from '#domain/citizens/index.ts'
import { clearHeader, setHeader } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { type CreationResult, type LookupResult, type Registry, useRegistry } from './use-registry.ts'

const EMPTY_CITIZEN: Citizen = citizenSchema.parse({})

/** Message under the number: the result of the last lookup or creation. */
export type LookupMessage = { readonly kind: 'idle' } | { readonly kind: 'by-hand' } | LookupResult | CreationResult

/**
 * The open form's citizen. Removing a registered citizen asks for confirmation (part 3, point 4). Typed
 * citizens are unverified.
 */
export function useCitizen() {
  const { form, office } = useFormContext()
  const citizen = useForm((state) => state.header.citizen) ?? EMPTY_CITIZEN
  const registry = useRegistry()
  const [said, setSaid] = useState<LookupMessage>({ kind: 'idle' })
  const [busy, setBusy] = useState<'search' | 'create' | null>(null)
  /** change that would remove the registered citizen, waiting for confirmation */
  const [pending, setPending] = useState<Partial<Citizen> | null>(null)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  const put = (next: Citizen): void => {
    if (isCitizenEmpty(next) && next.tipo === 'fisica') clearHeader(form, 'citizen')
    else setHeader(form, { citizen: next })
  }
  const change = (part: Partial<Citizen>): void => {
    if (citizen.id !== undefined) return setPending(part)
    // Clears the result of the last lookup, which was for the previous number.
    if ('dni' in part || 'cuit' in part || 'tipo' in part)
      setSaid((before) => (before.kind === 'by-hand' ? before : { kind: 'idle' }))
    put({ ...citizen, ...part })
  }
  const emptyCitizenOfKind = (tipo: Citizen['tipo']): Partial<Citizen> => ({
    tipo,
    dni: '',
    cuit: '',
    apellido: tipo === 'juridica' ? LEGAL_ENTITY_SURNAME : '',
  })

  async function askRegistry(
    what: 'search' | 'create',
    asking: (registry: Registry, typed: Citizen) => Promise<LookupResult | CreationResult>,
  ): Promise<LookupResult | CreationResult | undefined> {
    if (registry === undefined || busy !== null) return undefined
    setBusy(what)
    const came = await asking(registry, citizen)
    if (left.current) return undefined
    setBusy(null)
    const now = form.state.getState().header.citizen ?? EMPTY_CITIZEN
    // Ignores the reply if the number was edited while the request was running.
    if (now.id !== undefined || !hasSameNumber(now, citizen)) return undefined
    setSaid(came)
    if (came.kind === 'found' || came.kind === 'created') setHeader(form, { citizen: came.citizen })
    return came
  }

  const hash = office?.citizenHash
  useEffect(() => {
    const isEmpty = (): boolean => form.state.getState().header.citizen === undefined
    if (hash === undefined || registry === undefined || !isEmpty()) return
    let gone = false
    void registry.findByHash(hash).then((found) => {
      if (!gone && found !== undefined && isEmpty()) setHeader(form, { citizen: found })
    })
    return () => {
      gone = true
    }
  }, [form, hash, registry])

  return {
    citizen,
    said,
    busy,
    canAsk: registry !== undefined,
    change,
    changeKind: (tipo: Citizen['tipo']) => {
      if (tipo !== citizen.tipo) change(emptyCitizenOfKind(tipo))
    },
    search: () => askRegistry('search', (one, typed) => one.find(typed)),
    create: () => askRegistry('create', (one, typed) => one.create(typed)),
    typeByHand: () => setSaid({ kind: 'by-hand' }),
    /** the user is asked to confirm a change */
    isAsking: pending !== null,
    confirmChange: () => {
      setSaid({ kind: 'idle' })
      put({ ...EMPTY_CITIZEN, ...(pending?.tipo === undefined ? emptyCitizenOfKind(citizen.tipo) : {}), ...pending })
      setPending(null)
    },
    keep: () => setPending(null),
  }
}
